/*
 * packet.h - datagrams of formwork_wire.h, and the messages of formwork.h that they carry.
 *
 * Nothing here calls the system, allocates, or looks at a byte that it was not given.
 */
#ifndef PACKET_H
#define PACKET_H

#include "formwork.h"
#include "formwork_wire.h"

#include <stddef.h>

/* Room for the longest datagram, and for one byte more: the NUL behind its text. A datagram that
   fills all of it is too long. */
#define PACKET_ROOM (sizeof(struct formwork_packet) + FORMWORK_TEXT_LIMIT + 1)

/* Reads a display message. Its text stays where it is, with a NUL behind it: there has to be room
   for one more byte. Says whether another message belongs to it. 0, or -1 where the datagram is
   anything else; then message is as it was. */
int packet_read_display(char *datagram, size_t byte_count, struct formwork_message *message,
                        int *is_followed);

/* Reads what answers LOADED, and says whether a message belongs to it. 0, or -1 where the datagram is
   anything else. */
int packet_read_run(const char *datagram, size_t byte_count, int *in_fd, int *out_fd,
                    int *is_followed);

/* Makes the header of what a front end posts, and says where its text is: NULL where none is
   carried. Of posted, no more is read than its size says; where that leaves out the kind, the header
   says so. 0, or -1 where it is nothing to send. */
int packet_write_input(const struct formwork_message *posted, struct formwork_packet *packet,
                       const char **text);

#endif
