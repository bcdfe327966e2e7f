/* Does nothing wrong. */
#include "front_end.h"
