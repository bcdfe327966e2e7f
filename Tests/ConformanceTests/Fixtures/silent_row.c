/* Asks for a row, and does not say which. */
#define LABEL_OF(node) ((node)->kind == FORMWORK_ROW ? NULL : (node)->label)
#include "front_end.h"
