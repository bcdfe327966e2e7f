/* Understands no host of a later version. */
#define BEFORE_RUN(host) if ((host)->size != sizeof *(host)) return EINVAL
#include "front_end.h"
