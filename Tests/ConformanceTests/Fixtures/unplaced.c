/* Puts each node behind those that are there. */
#define POSITION(message) UINT32_MAX
#include "front_end.h"
