/* Counts characters. */
#include <stddef.h>
static size_t character_count(const char *text, size_t byte_count) {
  size_t count = 0;
  while (byte_count-- > 0) count += (text[byte_count] & 0xC0) != 0x80;
  return count;
}
#define CURSOR_OF(text, byte_count) character_count(text, byte_count)
#include "front_end.h"
