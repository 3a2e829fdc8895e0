#pragma once
#include <endian.h>
#include <alsa/asoundlib.h>
