#pragma once
#include <protobuf-c/protobuf-c.h>

// Swift does not import arrays of unknown length: what an absent string field points to.
static inline const char *tutti_protobuf_c_absent_string(void) { return protobuf_c_empty_string; }
