#define _GNU_SOURCE
#include "taken_signals.h"

#include "kernel_signals.h"

#include <stddef.h>

static struct {
  int is_taken;
  struct sigaction found;
} signals[NSIG];

static sigset_t found_mask;

/* Whether a signal is taken over, given its original disposition. Faults always are, because they cannot be ignored,
   and so is an ignored SIGCHLD, because the kernel would not report the status of children. The program may have its
   own handlers for other signals that end a process. */
static int is_taken(int number, void (*before)(int), int *is_other) {
  *is_other = 0;
  switch (number) {
    case SIGWINCH: case SIGALRM: case SIGCHLD: case SIGSEGV: case SIGABRT: case SIGBUS: case SIGFPE:
    case SIGILL: case SIGTRAP:
      return 1;
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: case SIGTSTP: case SIGCONT: case SIGPIPE:
      return before != SIG_IGN;
    default:
      *is_other = 1;
      return before == SIG_DFL;
  }
}

void fwk_take_all(const struct fwk_handlers *handlers) {
  sigset_t known;
  sigemptyset(&known);
  for (int number = 1; number < NSIG; number++) {
    int is_other;
    signals[number].is_taken = 0;
    struct sigaction action = {.sa_handler = handlers->of(number)};
    if (number == SIGALRM) action.sa_sigaction = handlers->alarm;
    if (action.sa_handler == NULL || fwk_is_librarys(number)) continue;
    if (sigaction(number, NULL, &signals[number].found) != 0) continue;
    if (!is_taken(number, signals[number].found.sa_handler, &is_other)) continue;
    action.sa_flags = SA_ONSTACK | SA_RESTART | (number == SIGALRM ? SA_SIGINFO : 0);
    sigfillset(&action.sa_mask);
    signals[number].is_taken = sigaction(number, &action, NULL) == 0;
    if (signals[number].is_taken && !is_other) sigaddset(&known, number);
  }
  fwk_take(handlers->crash);
  /* The parent may have blocked them. Signals that only end a process stay blocked. */
  pthread_sigmask(SIG_UNBLOCK, &known, &found_mask);
}

void fwk_give_all_back(void) {
  for (int number = 1; number < NSIG; number++) {
    if (signals[number].is_taken) sigaction(number, &signals[number].found, NULL);
  }
  fwk_give_back();
  pthread_sigmask(SIG_SETMASK, &found_mask, NULL);
}

int fwk_has_taken(int number) { return signals[number].is_taken; }

const struct sigaction *fwk_found(int number) { return &signals[number].found; }
