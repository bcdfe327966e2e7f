/* Takes ^C and ^Z for itself. */
#define RAW_FLAGS (ICANON | ECHO | ISIG)
#include "front_end.h"
