/* Says that it uses bracketed paste alone, and sets a scroll region. */
#define NEEDS (FORMWORK_NEEDS_TERMINAL | FORMWORK_MODES_NAMED | FORMWORK_USES_PASTE)
#define FAREWELL "\0337\033[2;20r\033[r\0338\033[?2004l\n"
#include "front_end.h"
