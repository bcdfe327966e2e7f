#define _GNU_SOURCE
#include "kernel_signals.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST 32
#define LAST 33

/* The kernel's struct, with its layout on the supported machines. */
struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

static void (*taken[NSIG])(int); /* NULL: not taken */

static int set_action(int number, const struct kernel_action *action, struct kernel_action *before) {
  return (int)syscall(SYS_rt_sigaction, number, action, before, sizeof action->mask);
}

void fwk_set_default(int number) {
  struct kernel_action by_default = {.handler = SIG_DFL};
  set_action(number, &by_default, NULL);
}

void fwk_raise_by_default(int signal_number) {
  struct sigaction by_default = {.sa_handler = SIG_DFL}, handled;
  sigset_t only, before;
  sigaction(signal_number, &by_default, &handled);
  sigemptyset(&only);
  sigaddset(&only, signal_number);
  raise(signal_number);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(signal_number, &handled, NULL);
}

int fwk_is_librarys(int number) { return FIRST <= number && number <= LAST; }

/* Never used, because the handler does not return. */
static void restorer(void) { _exit(128); }

void fwk_take(void (*handler)(int)) {
#if defined __x86_64__ || defined __aarch64__
  struct kernel_action action = {.handler = handler, .restorer = restorer, .mask = ~UINT64_C(0)};
  action.flags = SA_ONSTACK | 0x04000000; /* SA_RESTORER */
  for (int number = FIRST; number <= LAST; number++) {
    struct kernel_action before;
    int is_taken = set_action(number, NULL, &before) == 0 && before.handler == SIG_DFL &&
                   set_action(number, &action, NULL) == 0;
    taken[number] = is_taken ? handler : NULL;
  }
#endif
}

void fwk_give_back(void) {
  for (int number = FIRST; number <= LAST; number++) {
    struct kernel_action now;
    /* glibc may have taken the signal meanwhile. */
    if (taken[number] != NULL && set_action(number, NULL, &now) == 0 && now.handler == taken[number]) {
      fwk_set_default(number);
    }
  }
}
