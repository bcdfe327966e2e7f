/* Reads on where it has not heard what comes of it. */
#define WAITS_BEHIND(kind) ((kind) != FORMWORK_ACTIVATE)
#include "front_end.h"
