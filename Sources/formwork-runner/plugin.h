/*
 * plugin.h - a front end, loaded from its file.
 */
#ifndef PLUGIN_H
#define PLUGIN_H

#include "formwork.h"
#include "formwork_wire.h"

/* The contents of REFUSED: the reason why a file is rejected. */
struct plugin_refusal {
  enum formwork_wire_refusal reason;
  enum formwork_wire_table_fault fault; /* of a table, or 0 */
  const char *text;                     /* the loader's message, or "" */
};

/* Loads a file in FORMWORK_WIRE_FOLDER, with the name at the end of the path. It must be the file that the
   host has inspected: its identity is DEVICE:INODE:SECONDS:NANOSECONDS of stat(2), with the time of its last
   status change. Returns a table that follows the contract, or NULL and a refusal. */
const struct formwork_front_end *plugin_load(const char *file, const char *identity,
                                             struct plugin_refusal *refusal);

/* The maximum number of bytes of a text in the table. */
#define PLUGIN_TEXT_LIMIT 256

#endif
