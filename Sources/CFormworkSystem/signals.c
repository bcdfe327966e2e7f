#define _GNU_SOURCE
#include "signals.h"

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

/* glibc reserves two signals, which sigaction(3) and raise(3) reject. But kill(2) sends them, and until glibc uses
   them they end a process. */
static int is_librarys(int number) { return FIRST <= number && number <= LAST; }

/* Never used, because the handler does not return. */
static void restorer(void) { _exit(128); }

/* Sets a handler, which must not return, for glibc's two signals if they have their default disposition. */
static void take_librarys(void (*handler)(int)) {
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

static void give_librarys_back(void) {
  for (int number = FIRST; number <= LAST; number++) {
    struct kernel_action now;
    /* glibc may have taken the signal meanwhile. */
    if (taken[number] != NULL && set_action(number, NULL, &now) == 0 && now.handler == taken[number]) {
      fwk_set_default(number);
    }
  }
}

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
    if (action.sa_handler == NULL || is_librarys(number)) continue;
    if (sigaction(number, NULL, &signals[number].found) != 0) continue;
    if (!is_taken(number, signals[number].found.sa_handler, &is_other)) continue;
    action.sa_flags = SA_ONSTACK | SA_RESTART | (number == SIGALRM ? SA_SIGINFO : 0);
    sigfillset(&action.sa_mask);
    signals[number].is_taken = sigaction(number, &action, NULL) == 0;
    if (signals[number].is_taken && !is_other) sigaddset(&known, number);
  }
  take_librarys(handlers->crash);
  /* The parent may have blocked them. Signals that only end a process stay blocked. */
  pthread_sigmask(SIG_UNBLOCK, &known, &found_mask);
}

void fwk_give_all_back(void) {
  for (int number = 1; number < NSIG; number++) {
    if (signals[number].is_taken) sigaction(number, &signals[number].found, NULL);
  }
  give_librarys_back();
  pthread_sigmask(SIG_SETMASK, &found_mask, NULL);
}

int fwk_has_taken(int number) { return signals[number].is_taken; }

const struct sigaction *fwk_found(int number) { return &signals[number].found; }
