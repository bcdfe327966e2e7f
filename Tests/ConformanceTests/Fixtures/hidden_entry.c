/* An entry that nobody finds. */
#define VISIBILITY "hidden"
#include "front_end.h"
