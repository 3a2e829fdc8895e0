// Made from Protos/ by dev/generate.sh. Do not edit.
#pragma once
#include "tutti/v1/events.pb-c.h"
#include "tutti/v1/house_service.pb-c.h"
#include "tutti/v1/player_service.pb-c.h"
#include "tutti/v1/queue_service.pb-c.h"
#include "tutti/v1/room_service.pb-c.h"
#include "tutti/v1/types.pb-c.h"
