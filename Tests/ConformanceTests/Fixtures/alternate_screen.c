/* Leaves the person on its own screen. */
#define FAREWELL "\033[?2004l\033[?1049h\n"
#include "front_end.h"
