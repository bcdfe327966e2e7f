/* Says that there is more than there is. */
#define MESSAGE_SIZE (sizeof(struct formwork_message) + 8)
#include "front_end.h"
