/* Asks without what stands there. */
#define VALUE_OF(node) NULL
#include "front_end.h"
