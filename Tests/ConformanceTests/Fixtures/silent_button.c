/* Says nothing of a button that cannot be pressed now. */
#define ON_REFUSED(text) (void)(text)
#include "front_end.h"
