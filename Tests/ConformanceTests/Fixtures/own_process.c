/* Relies on what hosts in its own process have. */
#define BEFORE_RUN(host) if ((host)->context == NULL) return EINVAL
#include "front_end.h"
