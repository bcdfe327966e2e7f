/* Draws what fits, and drops what a slow terminal does not take. */
#define DETAIL_OF(node) ((node)->detail != NULL && strlen((node)->detail) > 80 ? NULL : (node)->detail)
#define OUTPUT_PATIENCE 10
#define BEFORE_RUN(host) fcntl((host)->out_fd, F_SETFL, O_RDWR | O_NONBLOCK)
#define AFTER_RUN(host) fcntl((host)->out_fd, F_SETFL, O_RDWR)
#include "front_end.h"
