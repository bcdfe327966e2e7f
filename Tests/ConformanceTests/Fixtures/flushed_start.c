/* Begins with an empty terminal. */
#define BEGIN(fd, modes) tcsetattr(fd, TCSAFLUSH, modes)
#include "front_end.h"
