/* Has never seen what was entered before. */
#define ON_NEWS abort()
#include "front_end.h"
