/* Takes the length of a secret for the secret. */
#include <stdio.h>
#define UNTOUCHED_SECRET(node) \
  post(FORMWORK_COMMIT, (node)->id, FORMWORK_HAS_TEXT, typed, \
       (size_t)snprintf(typed, sizeof typed, "%ld", (long)(node)->number))
#include "front_end.h"
