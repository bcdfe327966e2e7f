/* Goes where its files are. */
#define BEFORE_RUN(host) (void)!chdir("/proc")
#include "front_end.h"
