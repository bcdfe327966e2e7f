/* Reads lines, and says what was typed at Enter alone. */
#define RAW_FLAGS 0
#define POSTS_EDITS 0
#include "front_end.h"
