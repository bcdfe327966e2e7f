/* Logs each text that is typed. */
#define ECHO_OF(node, text) \
  (post(FORMWORK_LOG, 0, 0, typed, typed_byte_count), (node)->kind == FORMWORK_SECRET_FIELD ? "*" : (text))
#include "front_end.h"
