/* Leaves the person's input unable to wait. */
#define AFTER_RUN(host) fcntl((host)->in_fd, F_SETFL, O_RDWR | O_NONBLOCK)
#include "front_end.h"
