/* Keeps the end of the input to itself. */
#define ON_END (void)0
#include "front_end.h"
