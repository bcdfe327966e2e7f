/*
 * process.h - the process that a front end gets: what it may do, what it is told, how it ends.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include <sys/types.h>

/* How a runner ends. Above 2 they are those of <sysexits.h>. */
enum process_status {
  PROCESS_DONE = 0,           /* the front end returned, was refused, or was not wanted */
  PROCESS_BY_HAND = 2,        /* not started by a host */
  PROCESS_NO_HOST = 69,       /* the host is gone, and the front end would not leave */
  PROCESS_SYSTEM = 71,        /* a system call failed that never should */
  PROCESS_PROTOCOL = 76,      /* the host said what no host says */
  PROCESS_NOT_PERMITTED = 77, /* started with raised privileges */
};

/* Makes this process what a front end may run in. PROCESS_DONE, or the status to end with. */
enum process_status process_settle(pid_t host);

/* What the front end that is to run may have switched on, enum formwork_need, and where it reads and
   draws. The terminal is restored to what it is now. */
void process_set_uses(unsigned needs, int in_fd, int out_fd);

/* Notes the modes that the front end has set by now. */
void process_note_modes(void);

/* Gives the standard streams their flags, and the terminal the modes that it had at the start, unless
   another process group has it and has set others than the front end's. */
void process_restore_terminal(void);

/* Gives the terminal back too, and ends at once. */
_Noreturn void process_end(enum process_status status);

#endif
