/*
 * A descriptor that other threads and signal handlers can make readable, without system calls while
 * nothing changes.
 */
#ifndef FORMWORK_WAKE_UP_H
#define FORMWORK_WAKE_UP_H

typedef struct fww_wake_up fww_wake_up;

/* Creates a wake-up that is not raised. Returns NULL and errno if the system has no descriptor left. */
fww_wake_up *fww_make(void);

void fww_free(fww_wake_up *wake_up);

/* A non-blocking eventfd to poll for input. Only the functions below read or write it. */
int fww_descriptor(const fww_wake_up *wake_up);

/* Makes the descriptor readable. Safe on any thread, and in a signal handler. */
void fww_raise(fww_wake_up *wake_up);

/* Makes the descriptor unreadable until it is raised again, and returns whether it was raised since the last
   call. The caller must look for changes only after this. For one thread only. */
int fww_clear(fww_wake_up *wake_up);

#endif
