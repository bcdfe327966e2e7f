/* Echoes whatever is typed. */
#define ECHO_OF(node, text) (text)
#include "front_end.h"
