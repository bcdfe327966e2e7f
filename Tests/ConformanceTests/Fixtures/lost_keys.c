/* Drops what was typed behind a COMMIT. */
#define ON_FLUSH \
  if (goes_on) tcflush(host->in_fd, TCIFLUSH)
#include "front_end.h"
