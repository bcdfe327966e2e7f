/* Asks without the help, where that has room on one line. */
#define DETAIL_OF(node) ((node)->detail != NULL && strlen((node)->detail) > 80 ? (node)->detail : NULL)
#include "front_end.h"
