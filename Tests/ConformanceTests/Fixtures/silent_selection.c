/* Does not say which option is selected. */
#define IS_ON(node) ((node)->kind == FORMWORK_TOGGLE && (node)->number != 0)
#include "front_end.h"
