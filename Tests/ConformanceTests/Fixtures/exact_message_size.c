/* Understands no message of a later version. */
#define IS_READABLE(message) ((message)->size == sizeof *(message))
#include "front_end.h"
