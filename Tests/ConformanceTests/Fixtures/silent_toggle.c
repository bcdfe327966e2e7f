/* Does not say whether a toggle is on. */
#define IS_ON(node) ((node)->kind == FORMWORK_OPTION && (node)->number != 0)
#include "front_end.h"
