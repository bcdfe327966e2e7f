/* Takes the host with it. */
#define AFTER_RUN(host) exit(0)
#include "front_end.h"
