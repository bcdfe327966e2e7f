/* Says nothing of the size of what it posts. */
#define MESSAGE_SIZE 0
#include "front_end.h"
