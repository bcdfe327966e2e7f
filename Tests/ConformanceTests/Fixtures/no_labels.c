/* Draws what is entered, and not what for. */
#define LABEL_OF(node) ""
#include "front_end.h"
