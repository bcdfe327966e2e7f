/* Made for another version. */
#define NOTE_MAJOR 2
#include "front_end.h"
