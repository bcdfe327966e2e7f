#define _GNU_SOURCE
#include "formwork_guard.h"

#include "formwork.h"
#include "formwork_editor.h"
#include "formwork_terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long a front end may take to leave, in seconds: the terminal may take nothing more. */
#define PATIENCE 3

/* glibc keeps two signals to itself: sigaction(3) and raise(3) refuse them. But kill(2) sends them, and
   until glibc has use for them they end a process. */
#define FIRST_OF_LIBRARY 32
#define LAST_OF_LIBRARY 33

/* What a signal was found to do, where it is taken. */
static struct {
  int is_taken;
  struct sigaction found;
} signals[NSIG];

static int installed;
static pid_t worker; /* the thread that does all that handlers do */
static int terminal = -1; /* -1: there is none */
static fww_wake_up *wake_up; /* NULL: nobody is to be woken */
static struct fwt_state found;
static struct fwt_state front_ends; /* while stopped */
static atomic_int pending;
static atomic_uint uses; /* enum formwork_need of the front end that runs; 0: none that moves the cursor */
static atomic_int resumed;
static atomic_int resized;
static atomic_int lent; /* the terminal has been given back until the process goes on */
static atomic_int companion;
static stack_t found_stack;
static char handler_stack[1 << 16] __attribute__((aligned(16)));

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "handlers need lock-free atomics");

void fwg_restore(void) {
  if (!installed || atomic_load(&lent)) return;
  fwt_put_back(&found, terminal);
}

/* In the middle of a front end's run: it has not undone what it did to the screen. */
static void restore_all(void) {
  fwg_restore();
  unsigned used = atomic_load(&uses);
  if (terminal >= 0 && !atomic_load(&lent) && used != 0) fwt_undo(terminal, used);
}

/* With the default disposition and unblocked. Returns only where the default is to go on. */
static void raise_by_default(int signal_number) {
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

/* What the kernel takes: on these machines it is laid out like this. */
struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

static int set_action(int number, const struct kernel_action *action, struct kernel_action *before) {
  return (int)syscall(SYS_rt_sigaction, number, action, before, sizeof action->mask);
}

static _Noreturn void die_of(int signal_number) {
  struct kernel_action by_default = {.handler = SIG_DFL};
  uint64_t only = UINT64_C(1) << (signal_number - 1);
  set_action(signal_number, &by_default, NULL);
  syscall(SYS_tgkill, getpid(), gettid(), signal_number);
  syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  _exit(128 + signal_number); /* the first process of a container does not die of signals */
}

_Noreturn void fwg_die_of(int signal_number) {
  fwg_restore();
  die_of(signal_number);
}

/* Those that use the terminal too would go on at the shell's, or draw once more. */
static void end_companions(void) {
  pid_t pid = atomic_load(&companion);
  if (pid > 0 && kill(pid, SIGKILL) == 0) fwe_await(pid, 1000);
  /* What an editor has switched on, it says in no table. */
  if (fwe_end()) atomic_store(&uses, FORMWORK_NEEDS_TERMINAL);
}

static _Noreturn void end_in_the_middle(int signal_number) {
  end_companions();
  restore_all();
  die_of(signal_number);
}

/* A signal to the process is taken by any thread that does not block it; but one thread alone may do
   what handlers do: two would set modes at the same time, and the front end would set its own once
   more. Whether this is another one, and the worker has the signal now. */
static int is_passed_on(int signal_number) {
  int error = errno;
  int is_sent =
      gettid() != worker && syscall(SYS_tgkill, getpid(), worker, signal_number) == 0;
  errno = error;
  return is_sent;
}

static void crash(int signal_number) {
  if (is_passed_on(signal_number)) {
    /* The fault would only come again. A worker that hears nothing is not waited for longer. */
    struct timespec limit = {.tv_sec = PATIENCE + 1};
    while (nanosleep(&limit, &limit) != 0 && errno == EINTR) continue;
  }
  end_in_the_middle(signal_number);
}

static void raise_wake(void) {
  if (wake_up != NULL) fww_raise(wake_up);
}

static void leave(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int error = errno;
  int first = 0;
  if (!atomic_compare_exchange_strong(&pending, &first, signal_number)) end_in_the_middle(first);
  raise_wake();
  alarm(PATIENCE);
  errno = error;
}

/* Whoever was to leave has not. */
static void overdue(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int first = atomic_load(&pending);
  if (first != 0) end_in_the_middle(first);
}

static void resize(int signal_number) {
  (void)signal_number;
  int error = errno;
  atomic_store(&resized, 1);
  raise_wake();
  errno = error;
}

/* A child has stopped, or ended. */
static void child_changed(int signal_number) {
  (void)signal_number;
  int error = errno;
  raise_wake();
  errno = error;
}

static void continue_companions(void) {
  pid_t pid = atomic_load(&companion);
  if (pid > 0) kill(pid, SIGCONT);
  fwe_go_on();
}

/* Gives the front end its modes back, but not before the terminal is the process's again. One that
   does not control the session has no foreground: tcgetpgrp gives -1. */
static void take_back(void) {
  if (atomic_load(&lent)) {
    pid_t foreground = tcgetpgrp(terminal);
    if (foreground >= 0 && foreground != getpgrp()) return;
    fwt_put_back(&front_ends, terminal);
    atomic_store(&lent, 0);
  }
  continue_companions();
}

/* A companion that still runs would draw on what is the shell's by then. */
static void stop_companions(void) {
  fwe_hold();
  pid_t pid = atomic_load(&companion);
  if (pid <= 0 || kill(pid, SIGSTOP) != 0) return;
  siginfo_t news;
  const int changes = WSTOPPED | WEXITED | WNOWAIT;
  while (waitid(P_PID, (id_t)pid, &news, changes) != 0 && errno == EINTR) continue;
}

static void stop(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int error = errno;
  stop_companions();
  if (terminal >= 0 && !atomic_load(&lent) && fwt_note(&front_ends, terminal) == 0) {
    restore_all();
    atomic_store(&lent, 1);
  }
  /* SIGSTOP would also stop a process that no shell could ever wake: SIGTSTP does not. */
  raise_by_default(signal_number);
  take_back();
  errno = error;
}

static void go_on(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int error = errno;
  take_back();
  if (!atomic_load(&lent)) {
    atomic_store(&resumed, 1);
    raise_wake();
  }
  errno = error;
}

/* What is done at a signal; NULL where it is left alone: it cannot be caught, or ends no process. */
static void (*handler_of(int number))(int) {
  switch (number) {
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: return leave;
    case SIGTSTP: return stop;
    case SIGCONT: return go_on;
    case SIGPIPE: return SIG_IGN;
    case SIGWINCH: return resize;
    case SIGALRM: return overdue;
    case SIGCHLD: return child_changed;
    case SIGKILL: case SIGSTOP: case SIGTTIN: case SIGTTOU: case SIGURG: return NULL;
    default: return crash;
  }
}

/* Whether a signal is taken, as it was found. Faults are, even where they were ignored: they cannot be.
   What else ends a process may have a handler of the program's own. */
static int is_taken(int number, void (*before)(int)) {
  switch (number) {
    case SIGWINCH: case SIGALRM: case SIGSEGV: case SIGABRT: case SIGBUS: case SIGFPE: case SIGILL:
    case SIGTRAP:
      return 1;
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: case SIGTSTP: case SIGCONT: case SIGPIPE:
      return before != SIG_IGN;
    default: return before == SIG_DFL;
  }
}

/* crash does not return: there is nothing to restore. */
static void restorer(void) { _exit(128); }

static void take_librarys(void) {
#if defined __x86_64__ || defined __aarch64__
  struct kernel_action action = {.handler = crash, .restorer = restorer, .mask = ~UINT64_C(0)};
  action.flags = SA_ONSTACK | 0x04000000; /* SA_RESTORER */
  for (int number = FIRST_OF_LIBRARY; number <= LAST_OF_LIBRARY; number++) {
    struct kernel_action before;
    signals[number].is_taken =
        set_action(number, NULL, &before) == 0 && before.handler == SIG_DFL &&
        set_action(number, &action, NULL) == 0;
  }
#endif
}

static void give_librarys_back(void) {
  struct kernel_action by_default = {.handler = SIG_DFL};
  for (int number = FIRST_OF_LIBRARY; number <= LAST_OF_LIBRARY; number++) {
    struct kernel_action now;
    /* glibc may have taken it meanwhile. */
    if (signals[number].is_taken && set_action(number, NULL, &now) == 0 && now.handler == crash) {
      set_action(number, &by_default, NULL);
    }
  }
}

static int is_librarys(int number) {
  return FIRST_OF_LIBRARY <= number && number <= LAST_OF_LIBRARY;
}

static void take_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    signals[number].is_taken = 0;
    struct sigaction action = {.sa_handler = handler_of(number)};
    if (action.sa_handler == NULL || is_librarys(number)) continue;
    if (sigaction(number, NULL, &signals[number].found) != 0) continue;
    if (!is_taken(number, signals[number].found.sa_handler)) continue;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigfillset(&action.sa_mask);
    signals[number].is_taken = sigaction(number, &action, NULL) == 0;
  }
  take_librarys();
}

static void give_signals_back(void) {
  for (int number = 1; number < NSIG; number++) {
    if (!is_librarys(number) && signals[number].is_taken) {
      sigaction(number, &signals[number].found, NULL);
    }
  }
  give_librarys_back();
}

void fwg_set_uses(unsigned needs) { atomic_store(&uses, needs); }

void fwg_set_companion(pid_t pid) { atomic_store(&companion, pid); }

void fwg_reset_screen(unsigned needs) {
  if (terminal >= 0 && !atomic_load(&lent)) fwt_undo(terminal, needs);
}

void fwg_stop(void) {
  /* As the key does, which stops all processes of the group. */
  if (signals[SIGTSTP].is_taken) kill(0, SIGTSTP);
  else continue_companions();
}

int fwg_pending_signal(void) { return atomic_load(&pending); }

void fwg_dismiss_interrupt(void) {
  int interrupt = SIGINT;
  if (atomic_compare_exchange_strong(&pending, &interrupt, 0)) alarm(0);
}

void fwg_note_leaving(void) { alarm(0); }

int fwg_take_resumption(void) { return atomic_exchange(&resumed, 0); }

int fwg_take_resize(void) { return atomic_exchange(&resized, 0); }

int fwg_install(int fd, fww_wake_up *woken) {
  if (installed) {
    errno = EBUSY;
    return -1;
  }
  /* A front end may end the program by itself. */
  static int is_registered;
  if (!is_registered) is_registered = atexit(fwg_restore) == 0;
  terminal = fwt_note(&found, fd) == 0 ? fd : -1;
  wake_up = woken;
  worker = gettid();
  atomic_store(&pending, 0);
  atomic_store(&uses, 0);
  atomic_store(&companion, 0);
  atomic_store(&resumed, 0);
  atomic_store(&resized, 0);
  atomic_store(&lent, 0);
  installed = 1;
  /* An overflow of the main thread's stack leaves no room for a handler on it. */
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, &found_stack);
  take_signals();
  return 0;
}

void fwg_uninstall(void) {
  if (!installed) return;
  alarm(0);
  fwg_restore();
  give_signals_back();
  sigaltstack(&found_stack, NULL);
  terminal = -1;
  wake_up = NULL;
  installed = 0;
}
