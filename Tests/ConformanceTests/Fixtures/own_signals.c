/* Hears by itself that the window has another size. */
#include <signal.h>
static void on_resize(int number) { (void)number; }
#define BEFORE_RUN(host) signal(SIGWINCH, on_resize)
#define AFTER_RUN(host) signal(SIGWINCH, SIG_DFL)
#include "front_end.h"
