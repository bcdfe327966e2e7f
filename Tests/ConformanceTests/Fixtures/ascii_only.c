/* Takes letters of one script alone. */
#define IS_TYPED(byte) ((byte) >= 0x20 && (byte) < 0x7F)
#include "front_end.h"
