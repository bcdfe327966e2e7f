/* Leaves when its input has ended, and does not wait for DETACH. */
#define GOES_ON (!has_ended)
#include "front_end.h"
