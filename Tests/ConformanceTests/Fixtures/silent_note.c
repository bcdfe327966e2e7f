/* Says no note. */
#define IS_TOLD(kind) ((kind) > FORMWORK_NOTE && (kind) <= FORMWORK_PROGRESS)
#include "front_end.h"
