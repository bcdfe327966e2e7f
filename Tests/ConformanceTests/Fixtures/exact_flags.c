/* Knows just one flag at a time. */
#define HAS(message, flag) ((message)->flags == (uint32_t)(flag))
#include "front_end.h"
