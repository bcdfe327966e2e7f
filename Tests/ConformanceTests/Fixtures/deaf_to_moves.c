/* Leaves each node where it was. */
#define ON_MOVE (void)0
#include "front_end.h"
