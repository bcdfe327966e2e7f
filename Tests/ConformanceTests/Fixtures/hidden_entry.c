/* An entry that dlsym does not find. */
#define VISIBILITY "hidden"
#include "front_end.h"
