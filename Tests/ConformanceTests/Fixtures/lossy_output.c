/* Drops what a slow terminal does not take. */
#define OUTPUT_PATIENCE 100
#define BEFORE_RUN(host) fcntl((host)->out_fd, F_SETFL, O_RDWR | O_NONBLOCK)
#define AFTER_RUN(host) fcntl((host)->out_fd, F_SETFL, O_RDWR)
#include "front_end.h"
