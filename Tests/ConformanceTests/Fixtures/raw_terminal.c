/* Leaves the terminal raw. */
#define RESTORE(fd, modes) (void)(modes)
#include "front_end.h"
