/*
 * formwork_wire.h - what a host and a formwork-runner of the same version say to each other.
 *
 * No part of the contract with front ends: the runner speaks formwork.h with the front end, and
 * this with the host, over one SOCK_SEQPACKET socket. A datagram is one struct formwork_packet and
 * then its text: byte_count bytes and nothing behind them. Numbers are in the machine's own order.
 *
 * The fields mean what they mean in struct formwork_message, but that a FLUSH also says, as number,
 * how many input messages the host had taken when it was made. In between there is a socket: a FLUSH
 * may have been sent before a COMMIT was read, and is not its answer then. The runner keeps such a
 * one to itself, since a front end that waits for an answer takes the next FLUSH for it.
 *
 * A text beyond FORMWORK_TEXT_LIMIT is not carried: its byte_count is FORMWORK_WIRE_TOO_LONG and no
 * byte follows.
 */
#ifndef FORMWORK_WIRE_H
#define FORMWORK_WIRE_H

#include "formwork_version.h"

#include <stdint.h>

/* Where the runner finds its end of the socket. */
#define FORMWORK_WIRE_DESCRIPTOR 3

/* Where it finds the directory that the front end's file was inspected in. */
#define FORMWORK_WIRE_FOLDER 4

#define FORMWORK_WIRE_TOO_LONG (65536u + 1u)

/*
 * What the two say besides the messages of formwork.h.
 *
 * First the runner says LOADED or REFUSED. LOADED is answered by RUN, or by closing the socket: then
 * no code of the front end but its initialisers and its entry has run. After RUN come messages of
 * formwork.h, in both directions; DRAINED once, when the front end has asked for a message and
 * there was none for the first time; RETURNED at last. An end of the socket is DETACH to a front end.
 *
 * A FLUSH whose number is INT64_MIN is a question: whether the front end asks for messages at all. It
 * is not given to the front end; the host sees that it was taken.
 */
enum formwork_wire_kind {
  /* Host to runner. */
  FORMWORK_WIRE_RUN = 1024, /* number: in_fd, count: out_fd, is_followed: the picture comes at once */

  /* Runner to host. */
  FORMWORK_WIRE_LOADED = 1025,  /* number: needs, count: the table's minor version,
                                   text: identifier, NUL, name, NUL, version */
  FORMWORK_WIRE_REFUSED = 1026, /* number: enum formwork_wire_refusal, text: what the loader says */
  FORMWORK_WIRE_DRAINED = 1027,
  FORMWORK_WIRE_RETURNED = 1028, /* number: what run returned */
  FORMWORK_WIRE_TOO_SMALL = 1029 /* number: the size of a posted message, in which no kind has room */
};

/* Why a runner did not load a front end. */
enum formwork_wire_refusal {
  FORMWORK_WIRE_CHANGED = 1,      /* the file is not the one that was inspected */
  FORMWORK_WIRE_NOT_LOADABLE = 2, /* dlopen failed; the text says why */
  FORMWORK_WIRE_NO_ENTRY = 3,
  FORMWORK_WIRE_DECLINED = 4, /* the entry returned NULL */
  FORMWORK_WIRE_BAD_TABLE = 5 /* number in count: enum formwork_wire_table_fault */
};

/* What is wrong with a table. */
enum formwork_wire_table_fault {
  FORMWORK_WIRE_TABLE_SIZE = 1,
  FORMWORK_WIRE_TABLE_MAJOR = 2,
  FORMWORK_WIRE_TABLE_RUN = 3,
  FORMWORK_WIRE_TABLE_TEXT = 4
};

/* Mirrors struct formwork_message, without what makes sense in one process only. */
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
  /* 1: another display message follows at once, and belongs to this one. A runner waits for it: what
     is one step within the host is not drawn in two by a runner, and one that asks early gets the whole
     first picture. */
  uint32_t is_followed;
  uint32_t unused; /* 0 */
};

#endif
