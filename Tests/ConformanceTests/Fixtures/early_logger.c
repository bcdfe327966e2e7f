/* Has something to say at once. */
#define ON_ATTACH (post(FORMWORK_LOG, 0, 0, "hello", 5), forget_all())
#include "front_end.h"
