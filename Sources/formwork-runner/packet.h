/*
 * packet.h - datagrams of formwork_wire.h, and their messages of formwork.h.
 *
 * These functions make no system calls, do not allocate, and never read beyond the given bytes.
 */
#ifndef PACKET_H
#define PACKET_H

#include "formwork.h"
#include "formwork_wire.h"

#include <stddef.h>

/* The size of the longest datagram, and of the NUL after its text. A datagram that fills all of it is
   too long. */
#define PACKET_ROOM (sizeof(struct formwork_packet) + FORMWORK_TEXT_LIMIT + 1)

/* Parses a display message. Its text stays in place, and gets a NUL at its end, for which the buffer needs
   one more byte. Sets is_followed if another message belongs to it. Returns 0, or -1 for any other
   datagram, without changing message. */
int packet_read_display(char *datagram, size_t byte_count, struct formwork_message *message,
                        int *is_followed);

/* Parses the answer to LOADED, and sets is_followed if a message belongs to it. Returns 0, or -1 for any
   other datagram. */
int packet_read_run(const char *datagram, size_t byte_count, int *in_fd, int *out_fd,
                    int *is_followed);

/* Creates the header for a post of a front end, and sets text to its text, or to NULL. Reads posted up to its
   size. If that excludes the kind, the header is TOO_SMALL. Returns 0, or -1 if there is nothing to send. */
int packet_write_input(const struct formwork_message *posted, struct formwork_packet *packet,
                       const char **text);

#endif
