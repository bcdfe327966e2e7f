/*
 * plugin.h - a front end, loaded from its file.
 */
#ifndef PLUGIN_H
#define PLUGIN_H

#include "formwork.h"
#include "formwork_wire.h"

/* Why a file is not taken: what REFUSED says. */
struct plugin_refusal {
  enum formwork_wire_refusal reason;
  enum formwork_wire_table_fault fault; /* of a table, or 0 */
  const char *text;                     /* what the loader says, or "" */
};

/* Loads a file, of whose path the last part alone counts: it lies in FORMWORK_WIRE_FOLDER, and has to
   be the one that the host has inspected. Its identity is DEVICE:INODE:SECONDS:NANOSECONDS, as stat(2)
   gives them; the time is that of its last change.
   NULL, and a refusal, where it is not taken. What is returned keeps the contract. */
const struct formwork_front_end *plugin_load(const char *file, const char *identity,
                                             struct plugin_refusal *refusal);

/* The most bytes of a text in the table. */
#define PLUGIN_TEXT_LIMIT 256

#endif
