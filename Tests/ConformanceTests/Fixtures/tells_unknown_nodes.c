/* Takes every node above a certain number for a notice. */
#define IS_TOLD(kind) ((kind) >= FORMWORK_NOTE)
#include "front_end.h"
