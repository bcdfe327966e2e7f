/* Does not echo. */
#define ECHO_OF(node, text) ((void)(node), (void)(text), NULL)
#include "front_end.h"
