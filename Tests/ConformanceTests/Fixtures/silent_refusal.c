/* Says nothing of what is wrong. */
#define EXPLAIN(text) (void)(text)
#include "front_end.h"
