/* Takes a DETACH for a part of a picture. */
#define LEAVES is_consistent
#include "front_end.h"
