/* Reads without waiting. */
#define MINIMUM 0
#include "front_end.h"
