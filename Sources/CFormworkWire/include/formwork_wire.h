/*
 * formwork_wire.h - the messages between a host and a formwork-runner of the same version.
 *
 * This is not part of the contract with front ends: the runner uses formwork.h with the front end, and
 * this with the host, over one SOCK_SEQPACKET socket. A datagram is one struct formwork_packet and
 * its text of byte_count bytes. Numbers have the byte order of the machine.
 *
 * The fields are those of struct formwork_message. In addition, the number of a FLUSH is the number of
 * input messages that the host had read. A FLUSH that was sent before the host read a COMMIT is not
 * the answer to it: the runner does not pass it on, because a front end that waits for an answer would
 * use it.
 *
 * A text beyond FORMWORK_TEXT_LIMIT is not sent: its byte_count is FORMWORK_WIRE_TOO_LONG, and no byte
 * follows.
 */
#ifndef FORMWORK_WIRE_H
#define FORMWORK_WIRE_H

#include "formwork.h"
#include "formwork_version.h"

#include <stdint.h>

/* The runner's end of the socket. */
#define FORMWORK_WIRE_DESCRIPTOR 3

/* The directory in which the front end's file was inspected. */
#define FORMWORK_WIRE_FOLDER 4

#define FORMWORK_WIRE_TOO_LONG (65536u + 1u)

/* The maximum number of bytes of a text in the table of a front end. */
#define FORMWORK_WIRE_NAME_LIMIT 256

/*
 * The messages besides those of formwork.h.
 *
 * First the runner sends LOADED or REFUSED. The host answers LOADED with RUN, or closes the socket before
 * any code of the front end except its initialisers and its entry has run. After RUN, both sides send
 * messages of formwork.h. The runner sends DRAINED the first time that the front end requests a message
 * and there is none, and finally RETURNED. For a front end, the end of the socket is a DETACH.
 *
 * A FLUSH with INT64_MIN as its number asks whether the front end requests messages at all. The runner
 * does not pass it on, but the host sees that it was read.
 */
enum formwork_wire_kind {
  /* Host to runner. */
  FORMWORK_WIRE_RUN = 1024, /* number: in_fd, count: out_fd, is_followed: the view tree follows at once */

  /* Runner to host. */
  FORMWORK_WIRE_LOADED = 1025,  /* number: needs, text: identifier, NUL, name, NUL, version */
  FORMWORK_WIRE_REFUSED = 1026, /* number: enum formwork_wire_refusal, text: what the loader says */
  FORMWORK_WIRE_DRAINED = 1027,
  FORMWORK_WIRE_RETURNED = 1028, /* number: the result of run */
  FORMWORK_WIRE_TOO_SMALL = 1029 /* number: the size of a posted message that is too small for a kind */
};

/* The reason why a runner did not load a front end. */
enum formwork_wire_refusal {
  FORMWORK_WIRE_CHANGED = 1,      /* the file is not the one that was inspected */
  FORMWORK_WIRE_NOT_LOADABLE = 2, /* dlopen failed, for the reason in the text */
  FORMWORK_WIRE_NO_ENTRY = 3,
  FORMWORK_WIRE_DECLINED = 4, /* the entry returned NULL */
  /* The fault of the table. */
  FORMWORK_WIRE_TABLE_SIZE = 5,
  FORMWORK_WIRE_TABLE_MAJOR = 6,
  FORMWORK_WIRE_TABLE_RUN = 7,
  FORMWORK_WIRE_TABLE_TEXT = 8
};

/* Corresponds to struct formwork_message, without pointers. */
struct formwork_packet {
  uint32_t kind; /* enum formwork_message_kind, or enum formwork_wire_kind */
  uint32_t node;
  uint64_t revision;
  uint32_t parent;
  uint32_t position;
  uint32_t node_kind;
  uint32_t property;
  uint32_t flags;
  uint32_t byte_count;
  int64_t number;
  int64_t count;
  /* 1: another display message follows at once, and belongs to this one. The runner waits for it, so that
     a step of the host is drawn as a whole, and an early request gets the whole first view tree. */
  uint32_t is_followed;
  uint32_t ordinal; /* of a host's datagrams, from 1; a runner does not look at it */
};

/* Returns the message of a packet, without its text. */
static inline struct formwork_message formwork_wire_message(struct formwork_packet packet) {
  return (struct formwork_message){
      .size = sizeof(struct formwork_message),
      .kind = packet.kind,
      .revision = packet.revision,
      .node = packet.node,
      .parent = packet.parent,
      .position = packet.position,
      .node_kind = packet.node_kind,
      .property = packet.property,
      .flags = packet.flags,
      .number = packet.number,
      .count = packet.count,
      .byte_count = packet.byte_count,
  };
}

/* Returns the packet of a message. */
static inline struct formwork_packet formwork_wire_packet(struct formwork_message message) {
  int is_too_long = message.byte_count > FORMWORK_TEXT_LIMIT;
  return (struct formwork_packet){
      .kind = message.kind,
      .node = message.node,
      .revision = message.revision,
      .parent = message.parent,
      .position = message.position,
      .node_kind = message.node_kind,
      .property = message.property,
      .flags = message.flags,
      .byte_count = is_too_long ? FORMWORK_WIRE_TOO_LONG : (uint32_t)message.byte_count,
      .number = message.number,
      .count = message.count,
  };
}

#endif
