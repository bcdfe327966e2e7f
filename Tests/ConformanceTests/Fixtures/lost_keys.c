/* Begins each picture with nothing typed. */
#define ON_FLUSH tcflush(host->in_fd, TCIFLUSH)
#include "front_end.h"
