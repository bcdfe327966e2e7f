/* Does not like its host. */
#define BEFORE_RUN(host) return ENOTSUP
#include "front_end.h"
