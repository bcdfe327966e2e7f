/* Says nothing that comes and goes. */
#define IS_TOLD(kind) ((kind) == FORMWORK_ALERT)
#include "front_end.h"
