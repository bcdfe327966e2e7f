/* Opens, and does not close. */
#define AFTER_RUN(host) (void)!dup((host)->out_fd)
#include "front_end.h"
