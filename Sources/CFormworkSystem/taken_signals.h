/*
 * The signals that the guard takes over, each with what it did before.
 */
#ifndef TAKEN_SIGNALS_H
#define TAKEN_SIGNALS_H

#include <signal.h>

/* What is done at signals. */
struct fwk_handlers {
  void (*(*of)(int number))(int); /* NULL: the signal is left alone */
  void (*alarm)(int number, siginfo_t *info, void *context);
  void (*crash)(int number); /* what `of` gives for the signals that only end a process */
};

/* Takes the signals over, and unblocks for this thread those that have a meaning here. */
void fwk_take_all(const struct fwk_handlers *handlers);

/* Gives each signal what it did before, and the thread its mask. */
void fwk_give_all_back(void);

/* Whether a signal was taken; safe to call in a signal handler, as the next one. */
int fwk_has_taken(int number);

/* What a signal did before. */
const struct sigaction *fwk_found(int number);

#endif
