/* Shows the buttons of a question without the question. */
#define IS_TOLD(kind) ((kind) == FORMWORK_NOTICE)
#include "front_end.h"
