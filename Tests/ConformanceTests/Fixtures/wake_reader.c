/* Empties wake_fd as if it were a pipe. */
#define ON_WAKE \
  { char byte; (void)!read(host->wake_fd, &byte, 1); }
#include "front_end.h"
