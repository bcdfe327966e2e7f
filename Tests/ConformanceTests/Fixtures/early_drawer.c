/* Draws while the picture is not whole. */
#define ON_FOCUS draw()
#include "front_end.h"
