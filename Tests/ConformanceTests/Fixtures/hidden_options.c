/* Asks which, and does not say of what. */
#define IS_OFFERED(node) 0
#include "front_end.h"
