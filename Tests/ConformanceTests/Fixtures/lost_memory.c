/* Allocates, and does not free. */
#define AFTER_RUN(host) *(char *volatile *)&lost = malloc(4096)
static char *lost;
#include "front_end.h"
