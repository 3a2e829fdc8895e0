#include "VirtualCard.h"
