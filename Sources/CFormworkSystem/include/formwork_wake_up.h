/*
 * A descriptor that becomes readable when there is news, and that costs no system call while there
 * is none.
 */
#ifndef FORMWORK_WAKE_UP_H
#define FORMWORK_WAKE_UP_H

typedef struct fww_wake_up fww_wake_up;

/* Makes one that is not raised. NULL and errno where the system has no descriptor left. */
fww_wake_up *fww_make(void);

void fww_free(fww_wake_up *wake_up);

/* A non-blocking eventfd to poll for input. Only the functions below read or write it. */
int fww_descriptor(const fww_wake_up *wake_up);

/* Makes the descriptor readable. From any thread, and in a signal handler. */
void fww_raise(fww_wake_up *wake_up);

/* Whether it was raised since it was cleared last; then the descriptor is made unreadable until it
   is raised again. The caller looks for news only after this. For one thread only. */
int fww_clear(fww_wake_up *wake_up);

#endif
