/* Takes its time. */
#define AFTER_RUN(host) sleep(3)
#include "front_end.h"
