/* Has a secret field that takes no keys. */
#define TAKES_TEXT(node) (is_text(node) && (node)->kind != FORMWORK_SECRET_FIELD)
#include "front_end.h"
