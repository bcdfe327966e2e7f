/* Says nothing that comes and goes. */
#define IS_TOLD(kind) ((kind) == FORMWORK_ALERT || (kind) == FORMWORK_NOTE || (kind) == FORMWORK_PROGRESS)
#include "front_end.h"
