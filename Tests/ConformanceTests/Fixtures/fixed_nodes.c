/* Has room for so many nodes and no more. */
#define NODE_LIMIT 256
#include "front_end.h"
