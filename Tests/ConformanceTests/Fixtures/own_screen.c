/* Says all that it has to say on a screen of its own. */
#define GREETING "\033[?2004h\033[?1049h"
#define FAREWELL "\033[?2004l\033[?1049l\n"
#include "front_end.h"
