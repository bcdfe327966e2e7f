/*
 * The signals that the guard takes over, with their original dispositions.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>

/* The handlers of signals. */
struct fwk_handlers {
  void (*(*of)(int number))(int); /* NULL: the signal is not handled */
  void (*alarm)(int number, siginfo_t *info, void *context);
  void (*crash)(int number); /* the result of `of` for signals that only end a process */
};

/* Takes over the signals, and unblocks those with a special meaning for this thread. */
void fwk_take_all(const struct fwk_handlers *handlers);

/* Restores the dispositions of the signals, and the mask of the thread. */
void fwk_give_all_back(void);

/* Whether a signal was taken over. Safe in a signal handler, like the next functions. */
int fwk_has_taken(int number);

/* The original disposition of a signal. */
const struct sigaction *fwk_found(int number);

/* Sets the default disposition of any signal, even of those that glibc reserves. */
void fwk_set_default(int number);

/* Raises a signal with its default disposition, unblocked. Returns only if the default does not end the process. */
void fwk_raise_by_default(int number);

#endif
