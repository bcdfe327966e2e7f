/* Takes every node above a certain number for a notice. */
#define IS_TOLD(kind) ((kind) >= FORMWORK_NOTICE)
#include "front_end.h"
