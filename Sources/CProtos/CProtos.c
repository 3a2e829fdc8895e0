#include "CProtos.h"
