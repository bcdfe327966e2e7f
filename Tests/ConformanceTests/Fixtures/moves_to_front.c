/* Puts each node that moves before its siblings. */
#define ON_MOVE { struct formwork_message first = *message; first.position = 0; move(&first); }
#include "front_end.h"
