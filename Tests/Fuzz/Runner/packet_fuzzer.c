/*
 * Feeds any bytes to the runner's decoder, and compares the result with a second decoder, which reads
 * each number at its offset in the datagram.
 *
 * The same bytes are used as a datagram of the host, and as a struct that a front end posts.
 * `Scripts/fuzz runner` builds and runs it. It stops at the first difference.
 */
#include "packet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define require(condition)                                        \
  do {                                                            \
    if (!(condition)) {                                           \
      fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
      abort();                                                    \
    }                                                             \
  } while (0)

enum { HEADER = 64, LIMIT = 65536 };

static uint32_t number32(const uint8_t *bytes, size_t offset) {
  uint32_t number;
  memcpy(&number, bytes + offset, sizeof number);
  return number;
}

static uint64_t number64(const uint8_t *bytes, size_t offset) {
  uint64_t number;
  memcpy(&number, bytes + offset, sizeof number);
  return number;
}

/* Copies bytes into memory of exactly their length, where the sanitizer finds each access beyond. */
static void *copy_of(const uint8_t *bytes, size_t byte_count, size_t room) {
  char *copy = malloc(byte_count + room);
  require(copy != NULL);
  if (byte_count > 0) memcpy(copy, bytes, byte_count);
  return copy;
}

static int is_whole(const uint8_t *bytes, size_t byte_count) {
  return byte_count >= HEADER && byte_count <= HEADER + LIMIT &&
         number32(bytes, 36) == byte_count - HEADER;
}

static void read_as_display(const uint8_t *bytes, size_t byte_count) {
  char *datagram = copy_of(bytes, byte_count, 1);
  struct formwork_message message, untouched;
  memset(&untouched, 0xA5, sizeof untouched);
  message = untouched;
  int is_followed = -1;
  int result = packet_read_display(datagram, byte_count, &message, &is_followed);
  uint32_t kind = byte_count < 4 ? 0 : number32(bytes, 0);
  require(result == (is_whole(bytes, byte_count) && kind >= 1 && kind <= 255 ? 0 : -1));
  require(byte_count == 0 || memcmp(datagram, bytes, byte_count) == 0);
  if (result != 0) {
    require(memcmp(&message, &untouched, sizeof message) == 0 && is_followed == -1);
  } else {
    require(message.size == sizeof message && message.kind == kind);
    require(is_followed == (number32(bytes, 56) == 1));
    require(message.node == number32(bytes, 4) && message.revision == number64(bytes, 8));
    require(message.parent == number32(bytes, 16) && message.position == number32(bytes, 20));
    require(message.node_kind == number32(bytes, 24) && message.property == number32(bytes, 28));
    require(message.flags == number32(bytes, 32));
    require((uint64_t)message.number == number64(bytes, 40));
    require((uint64_t)message.count == number64(bytes, 48));
    require(message.text == datagram + HEADER && message.byte_count == byte_count - HEADER);
    require(message.text[message.byte_count] == 0);
  }
  free(datagram);
}

static void read_as_run(const uint8_t *bytes, size_t byte_count) {
  char *datagram = copy_of(bytes, byte_count, 0);
  int in_fd = -1, out_fd = -1, is_followed = -1;
  int result = packet_read_run(datagram, byte_count, &in_fd, &out_fd, &is_followed);
  int is_run = byte_count == HEADER && number32(bytes, 0) == FORMWORK_WIRE_RUN &&
               number32(bytes, 36) == 0 && number64(bytes, 40) <= 2 && number64(bytes, 48) <= 2;
  require(result == (is_run ? 0 : -1));
  require(in_fd == (is_run ? (int)number64(bytes, 40) : -1));
  require(out_fd == (is_run ? (int)number64(bytes, 48) : -1));
  require(is_followed == (is_run ? number32(bytes, 56) == 1 : -1));
  free(datagram);
}

/* Returns the number at an offset of a struct of byte_count bytes, or 0 if it is missing. */
static uint64_t known(const uint8_t *bytes, size_t byte_count, size_t offset, size_t width) {
  uint64_t number = 0;
  for (size_t i = offset; i < offset + width && i < byte_count; i++) {
    number |= (uint64_t)bytes[i] << (8 * (i - offset));
  }
  return number;
}

static void post_as_message(const uint8_t *bytes, size_t byte_count) {
  if (byte_count < sizeof(uint32_t)) return;
  struct formwork_message *posted = copy_of(bytes, byte_count, 0);
  uint32_t size = number32(bytes, 0) < byte_count ? number32(bytes, 0) : (uint32_t)byte_count;
  memcpy(posted, &size, sizeof size);

  struct formwork_packet packet, untouched;
  memset(&untouched, 0xA5, sizeof untouched);
  packet = untouched;
  const char *text = (const char *)&packet;
  int result = packet_write_input(posted, &packet, &text);
  uint64_t kind = known(bytes, size, 4, 4);
  uint64_t address = known(bytes, size, 56, 8), text_size = known(bytes, size, 64, 8);
  if (size < 8) {
    require(result == 0 && text == NULL && packet.kind == FORMWORK_WIRE_TOO_SMALL);
    require(packet.number == size && packet.byte_count == 0);
    free(posted);
    return;
  }
  int is_input = kind >= 257 && kind <= 511 && (address != 0 || text_size == 0);
  require(result == (is_input ? 0 : -1));
  if (result != 0) {
    require(memcmp(&packet, &untouched, sizeof packet) == 0);
  } else {
    require(packet.kind == kind && packet.revision == known(bytes, size, 8, 8));
    require(packet.node == known(bytes, size, 16, 4) && packet.parent == known(bytes, size, 20, 4));
    require(packet.position == known(bytes, size, 24, 4));
    require(packet.node_kind == known(bytes, size, 28, 4));
    require(packet.property == known(bytes, size, 32, 4));
    require(packet.flags == known(bytes, size, 36, 4));
    require((uint64_t)packet.number == known(bytes, size, 40, 8));
    require((uint64_t)packet.count == known(bytes, size, 48, 8));
    require(packet.byte_count == (text_size > LIMIT ? FORMWORK_WIRE_TOO_LONG : text_size));
    require((uintptr_t)text == (text_size > LIMIT ? 0 : address));
  }
  free(posted);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t byte_count) {
  read_as_display(bytes, byte_count);
  read_as_run(bytes, byte_count);
  post_as_message(bytes, byte_count);
  return 0;
}
