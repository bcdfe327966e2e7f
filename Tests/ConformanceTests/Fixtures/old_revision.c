/* Does not say what it has seen. */
#define REVISION 0
#include "front_end.h"
