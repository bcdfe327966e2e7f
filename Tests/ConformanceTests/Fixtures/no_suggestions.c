/* Asks, and does not listen. */
#define ON_SUGGESTION(text) (void)(text)
#include "front_end.h"
