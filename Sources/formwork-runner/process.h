/*
 * process.h - the process of a front end: its permissions, its signals, and its end.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <sys/types.h>

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
