/* Waits in read for the rest of a key. */
#define ON_ESCAPE \
  { char rest; (void)!read(host->in_fd, &rest, 1); }
#include "front_end.h"
