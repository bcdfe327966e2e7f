/*
 * Signals through the kernel. glibc reserves two signals, 32 and 33, which sigaction(3) and raise(3)
 * reject. But kill(2) sends them, and until glibc uses them they end a process.
 */
#ifndef KERNEL_SIGNALS_H
#define KERNEL_SIGNALS_H

/* Sets the default disposition of any signal. Safe in a signal handler. */
void fwk_set_default(int number);

/* Raises a signal with its default disposition, unblocked. Returns only if the default does not end the process.
   Safe in a signal handler. */
void fwk_raise_by_default(int number);

/* Whether glibc reserves the signal. */
int fwk_is_librarys(int number);

/* Sets a handler, which must not return, for glibc's two signals if they have their default disposition. */
void fwk_take(void (*handler)(int));

/* Restores those with this handler. */
void fwk_give_back(void);

#endif
