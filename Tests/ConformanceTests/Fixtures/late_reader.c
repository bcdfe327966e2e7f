/* Keeps what is only lent. */
#define KEEP(text, byte_count) ((char *)(text))
#define DROP(text) (void)(text)
#include "front_end.h"
