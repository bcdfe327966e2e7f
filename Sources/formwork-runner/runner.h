/*
 * runner.h - the parts of the runner: a front end from its file, the host at the other end of the socket, and the
 * process with its permissions, its signals and its end.
 */
#ifndef RUNNER_H
#define RUNNER_H

#include "formwork.h"
#include "formwork_wire.h"

#include <sys/types.h>

/* The contents of REFUSED: the reason why a file is refused. */
struct plugin_refusal {
  enum formwork_wire_refusal reason;
  const char *text; /* the loader's message, or "" */
};

/* Loads a file in FORMWORK_WIRE_FOLDER, with the name at the end of the path. It must be the file that the
   host has inspected: its identity is DEVICE:INODE:SECONDS:NANOSECONDS of stat(2), with the time of its last
   status change. Returns a table that follows the contract, or NULL and a refusal. */
const struct formwork_front_end *plugin_load(const char *file, const char *identity,
                                             struct plugin_refusal *refusal);

/* Whether there is a host: a socket of the right kind at FORMWORK_WIRE_DESCRIPTOR. */
int host_is_there(void);

void host_say_refused(const struct plugin_refusal *refusal);
void host_say_loaded(const struct formwork_front_end *front_end);

/* Waits for RUN. Returns 1, or 0 if the host has closed the socket. */
int host_await_run(int *in_fd, int *out_fd);

/* Runs the front end until it returns, with a host table of formwork.h. */
void host_run(const struct formwork_front_end *front_end, int in_fd, int out_fd);

/* The exit status of a runner. Values above 2 are those of <sysexits.h>. */
enum process_status {
  PROCESS_DONE = 0,           /* the front end returned, was refused, or was not wanted */
  PROCESS_BY_HAND = 2,        /* not started by a host */
  PROCESS_NO_HOST = 69,       /* the host has ended, and the front end did not leave */
  PROCESS_SYSTEM = 71,        /* a system call failed unexpectedly */
  PROCESS_PROTOCOL = 76,      /* the host sent an invalid message */
  PROCESS_NOT_PERMITTED = 77, /* started with raised privileges */
};

/* Prepares this process for a front end. Returns PROCESS_DONE, or the status to end with. */
enum process_status process_settle(pid_t host);

/* Sets the modes that the front end may switch on, enum formwork_need, and its descriptors. Later, the
   terminal is restored to its state at this call. */
void process_set_uses(unsigned needs, int in_fd, int out_fd);

/* Saves the current modes as those of the front end. */
void process_note_modes(void);

/* Restores the flags of the standard streams and the modes of the terminal, unless another process group has
   the terminal and has set its own modes. */
void process_restore_terminal(void);

/* Restores the terminal, and ends the process at once. */
_Noreturn void process_end(enum process_status status);

#endif
