/* Takes its terminal to be as wide as it was. */
#define ON_RESIZED (void)0
#include "front_end.h"
