/* Leaves without its cursor. */
#define FAREWELL "\033[?2004l\033[?25l\n"
#include "front_end.h"
