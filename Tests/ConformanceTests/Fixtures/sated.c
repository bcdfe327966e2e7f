/* Takes so much and no more. */
#define ASKS (node_count < 500)
#include "front_end.h"
