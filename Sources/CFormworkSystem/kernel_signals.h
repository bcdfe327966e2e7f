/*
 * Signals as the kernel has them. glibc keeps two to itself, 32 and 33: sigaction(3) and raise(3) refuse
 * them. But kill(2) sends them, and until glibc has use for them they end a process.
 */
#ifndef KERNEL_SIGNALS_H
#define KERNEL_SIGNALS_H

/* Gives any signal its default disposition. Safe to call in a signal handler. */
void fwk_set_default(int number);

/* Raises one with its default disposition, unblocked. Returns only where the default is to go on. Safe to
   call in a signal handler. */
void fwk_raise_by_default(int number);

/* Whether glibc keeps it to itself. */
int fwk_is_librarys(int number);

/* Has glibc's two, where they have their default disposition, call a function that does not return. */
void fwk_take(void (*handler)(int));

/* Gives back those that are still taken. */
void fwk_give_back(void);

#endif
