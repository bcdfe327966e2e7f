/* Keeps what was typed. */
#define WIPE(bytes, byte_count) (void)(bytes)
#include "front_end.h"
