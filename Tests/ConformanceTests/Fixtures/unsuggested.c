/* Has never seen what was entered before, or what could be. */
#define ON_NEWS abort()
#include "front_end.h"
