/* Takes four bytes for four characters. */
#define SEQUENCE_LENGTH(byte) ((byte) < 0x80 || (byte) >= 0xF0 ? 1 : (byte) < 0xE0 ? 2 : 3)
#include "front_end.h"
