/* Says what was typed at Enter alone. */
#define POSTS_EDITS 0
#include "front_end.h"
