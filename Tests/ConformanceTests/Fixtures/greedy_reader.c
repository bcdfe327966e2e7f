/* Takes whatever was typed with one read, for one prompt. */
#define KEY_COUNT 64
#include "front_end.h"
