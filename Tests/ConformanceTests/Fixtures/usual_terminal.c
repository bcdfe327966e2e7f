/* Puts back what terminals have, not what this one had. */
#define RESTORE(fd, modes) ((modes)->c_cc[VKILL] = 0x15, tcsetattr(fd, TCSANOW, modes))
#include "front_end.h"
