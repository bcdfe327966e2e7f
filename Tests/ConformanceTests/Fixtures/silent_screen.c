/* Says what is true of fields alone. */
#define EXPLAIN(text) if (node->kind != FORMWORK_SCREEN) say_text(text)
#include "front_end.h"
