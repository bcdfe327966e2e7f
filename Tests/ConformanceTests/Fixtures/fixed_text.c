/* Has room for texts of a page. */
#define VALUE_LIMIT 4096
#include "front_end.h"
