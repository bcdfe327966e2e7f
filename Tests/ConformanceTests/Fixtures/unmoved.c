/* Has never seen a node move. */
#define ON_MOVE abort()
#include "front_end.h"
