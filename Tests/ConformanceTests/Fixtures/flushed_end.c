/* Leaves an empty terminal. */
#define RESTORE(fd, modes) tcsetattr(fd, TCSAFLUSH, modes)
#include "front_end.h"
