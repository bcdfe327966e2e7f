/* Takes the first of the keys that it has read. */
#define KEY_COUNT 64
#define BEFORE_KEYS poll(NULL, 0, 50) /* until all of them are there */
#define TAKEN(count) ((count) > 0)
#include "front_end.h"
