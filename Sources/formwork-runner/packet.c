#include "packet.h"

#include <string.h>

#define HEADER_SIZE sizeof(struct formwork_packet)

/* A header is sent as it is in memory, so it must not have padding. */
_Static_assert(HEADER_SIZE == 64, "struct formwork_packet has padding");

/* The ranges of message kinds, including those of later versions, which front ends and hosts ignore. */
enum { FIRST_DISPLAY = 1, LAST_DISPLAY = 255, FIRST_INPUT = 257, LAST_INPUT = 511 };

/* A datagram must consist of its header and the text of byte_count bytes. */
static int read_header(const char *datagram, size_t byte_count, struct formwork_packet *packet) {
  if (byte_count < HEADER_SIZE) return -1;
  memcpy(packet, datagram, HEADER_SIZE);
  if (packet->byte_count > FORMWORK_TEXT_LIMIT) return -1;
  return byte_count - HEADER_SIZE == packet->byte_count ? 0 : -1;
}

int packet_read_display(char *datagram, size_t byte_count, struct formwork_message *message,
                        int *is_followed) {
  struct formwork_packet packet;
  if (read_header(datagram, byte_count, &packet) != 0) return -1;
  if (packet.kind < FIRST_DISPLAY || packet.kind > LAST_DISPLAY) return -1;
  datagram[byte_count] = 0;
  *is_followed = packet.is_followed == 1;
  *message = formwork_wire_message(packet);
  message->text = datagram + HEADER_SIZE;
  return 0;
}

int packet_read_run(const char *datagram, size_t byte_count, int *in_fd, int *out_fd,
                    int *is_followed) {
  struct formwork_packet packet;
  if (read_header(datagram, byte_count, &packet) != 0) return -1;
  if (packet.kind != FORMWORK_WIRE_RUN || packet.byte_count != 0) return -1;
  /* A runner has only the three standard streams. */
  if (packet.number < 0 || packet.number > 2 || packet.count < 0 || packet.count > 2) return -1;
  *in_fd = (int)packet.number;
  *out_fd = (int)packet.count;
  *is_followed = packet.is_followed == 1;
  return 0;
}

int packet_write_input(const struct formwork_message *posted, struct formwork_packet *packet,
                       const char **text) {
  /* The struct of an older front end is shorter. Additional fields of a newer one are not read. */
  struct formwork_message known = {0};
  size_t size = posted->size;
  if (size < offsetof(struct formwork_message, revision)) {
    *packet = (struct formwork_packet){.kind = FORMWORK_WIRE_TOO_SMALL, .number = posted->size};
    *text = NULL;
    return 0;
  }
  memcpy(&known, posted, size < sizeof known ? size : sizeof known);
  if (known.kind < FIRST_INPUT || known.kind > LAST_INPUT) return -1;
  if (known.text == NULL && known.byte_count > 0) return -1;

  *packet = formwork_wire_packet(known);
  *text = packet->byte_count == FORMWORK_WIRE_TOO_LONG ? NULL : known.text;
  return 0;
}
