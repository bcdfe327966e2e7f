#define _GNU_SOURCE
#include "formwork_guard.h"

#include "formwork.h"
#include "formwork_editor.h"
#include "formwork_terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The time limit for a front end to leave, in seconds: the terminal may be blocked. */
#define TIMEOUT 3

static int installed;
static pid_t worker; /* the thread that does the work of all handlers */
static int terminal = -1; /* -1: there is none */
static int screen = -1; /* for drawing, because the terminal may be open for reading alone */
static fww_wake_up *wake_up; /* or NULL */
static struct fwt_state found;
static struct fwt_state front_ends; /* while stopped */
/* The last known modes of the front end. Writing uses the other slot. */
static struct termios noted[2];
static atomic_int last_noted = -1; /* -1: none */
static atomic_int pending;
static atomic_uint uses; /* enum formwork_need of the running front end; 0: none that moves the cursor */
static atomic_int resumed;
static atomic_int resized;
static atomic_int lent; /* the terminal is restored until the process continues */
static atomic_int runner;
static atomic_int is_struck; /* SIGALRM was sent by another process, not by the timer */
/* Messages about a front end in this process. */
static char last_words[512], unanswered[512];
static stack_t found_stack;
static char handler_stack[1 << 16] __attribute__((aligned(16)));

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "handlers need lock-free atomics");

static struct {
  int is_taken;
  struct sigaction found;
} signals[NSIG];

static sigset_t found_mask;

/* glibc reserves two signals, which sigaction(3) and raise(3) reject. But kill(2) sends them, and until glibc uses
   them they end a process. */
#define FIRST 32
#define LAST 33

/* The kernel's struct, with its layout on the supported machines. */
struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

static int has_librarys[LAST - FIRST + 1];

static int set_action(int number, const struct kernel_action *action, struct kernel_action *before) {
  return (int)syscall(SYS_rt_sigaction, number, action, before, sizeof action->mask);
}

/* Even for a signal that glibc reserves. */
static void set_default(int number) {
  struct kernel_action by_default = {.handler = SIG_DFL};
  set_action(number, &by_default, NULL);
}

/* Unblocked. Returns only if the default does not end the process. */
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

void fwg_restore(void) {
  if (!installed || atomic_load(&lent)) return;
  fwt_put_back(&found, terminal);
}

void fwg_drop_keys(void) {
  if (!installed || terminal < 0 || atomic_load(&lent)) return;
  if (!fwt_is_elsewhere(terminal)) fwt_drop_keys(terminal);
}

void fwg_hide(void) {
  struct fwt_state hidden = found;
  hidden.modes.c_lflag &= ~(tcflag_t)ECHO;
  if (installed && !atomic_load(&lent)) fwt_put_back(&hidden, terminal);
}

/* During a front end's run, which has not restored the screen. */
static void restore_all(void) {
  fwg_restore();
  unsigned used = atomic_load(&uses);
  if (terminal >= 0 && !atomic_load(&lent) && used != 0) fwt_undo(screen, used);
}

/* Only without waiting: a terminal stopped by ^S accepts nothing. */
static void say(const char *line) {
  struct pollfd error = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (line[0] == 0 || poll(&error, 1, 0) <= 0) return;
  if (terminal >= 0 && isatty(STDERR_FILENO)) (void)!write(STDERR_FILENO, "\r\n", 2);
  (void)!write(STDERR_FILENO, line, strlen(line));
}

/* A front end in this process may call exit(3), which is a failure. */
static void at_exit(void) {
  if (last_words[0] == 0) return fwg_restore();
  restore_all();
  say(last_words);
  _exit(EXIT_FAILURE);
}

static _Noreturn void die_of(int signal_number) {
  uint64_t only = UINT64_C(1) << (signal_number - 1);
  set_default(signal_number);
  syscall(SYS_tgkill, getpid(), gettid(), signal_number);
  syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  _exit(128 + signal_number); /* signals do not end the first process of a container */
}

_Noreturn void fwg_die_of(int signal_number) {
  fwg_restore();
  die_of(signal_number);
}

/* Other processes at the terminal would read the shell's input, or draw again. */
static void end_children(void) {
  pid_t pid = atomic_load(&runner);
  if (pid > 0 && kill(pid, SIGKILL) == 0) fwe_await(pid, WEXITED, 1000);
  /* An editor does not declare its modes. */
  if (fwe_end()) atomic_store(&uses, FORMWORK_NEEDS_TERMINAL);
}

static _Noreturn void end_in_the_middle(int signal_number) {
  end_children();
  restore_all();
  die_of(signal_number);
}

/* Any thread that does not block a signal may receive it, but only the worker may handle it: two threads would set
   modes at the same time, and the front end would set its own again. Passes the signal on, and returns whether this
   is not the worker. */
static int is_passed_on(int signal_number) {
  int error = errno;
  int is_sent =
      gettid() != worker && syscall(SYS_tgkill, getpid(), worker, signal_number) == 0;
  errno = error;
  return is_sent;
}

static void crash(int signal_number) {
  if (is_passed_on(signal_number)) {
    /* Returning would repeat the fault. Wait for the worker within a limit. */
    struct timespec limit = {.tv_sec = TIMEOUT + 1};
    nanosleep(&limit, NULL); /* not interrupted, because handlers block all signals */
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
  /* A process that leaves in the background may write its message, and must not be stopped again. */
  if (atomic_load(&lent) || fwt_is_elsewhere(terminal)) signal(SIGTTOU, SIG_IGN);
  raise_wake();
  alarm(TIMEOUT);
  errno = error;
}

/* Handles SIGALRM from another process by its original disposition, and returns whether that ends this process. */
static int is_struck_by(siginfo_t *info, void *context) {
  const struct sigaction *found = &signals[SIGALRM].found;
  if (found->sa_flags & SA_SIGINFO) found->sa_sigaction(SIGALRM, info, context);
  else if (found->sa_handler == SIG_DFL) return 1;
  else if (found->sa_handler != SIG_IGN) found->sa_handler(SIGALRM);
  return 0;
}

/* The kernel's timer reports that the front end did not leave. Other threads of this process send SIGALRM to pass
   their signals on. */
static void overdue(int signal_number, siginfo_t *info, void *context) {
  if (info->si_code != SI_KERNEL && info->si_code != SI_TKILL) {
    if (!is_struck_by(info, context)) return;
    atomic_store(&is_struck, 1);
  }
  if (is_passed_on(signal_number)) return;
  int first = atomic_load(&is_struck) ? signal_number : atomic_load(&pending);
  if (first == 0) return;
  end_children();
  restore_all();
  if (first == SIGINT) say(unanswered);
  die_of(first);
}

/* A child has stopped or ended, or the size of the terminal has changed. */
static void take_news(int signal_number) {
  int error = errno;
  if (signal_number == SIGWINCH) atomic_store(&resized, 1);
  raise_wake();
  errno = error;
}

static void continue_children(void) {
  pid_t pid = atomic_load(&runner);
  if (pid > 0) kill(pid, SIGCONT);
  fwe_go_on();
}

/* Restores the modes of the front end after the process has the terminal again. */
static void take_back(void) {
  if (atomic_load(&lent)) {
    if (fwt_is_elsewhere(terminal)) return;
    fwt_put_back(&front_ends, terminal);
    atomic_store(&lent, 0);
  }
  continue_children();
}

/* The front end has the terminal again, and must draw. */
static void resume(void) {
  take_back();
  if (atomic_load(&lent)) return;
  atomic_store(&resumed, 1);
  raise_wake();
}

/* A running one would draw on the shell's screen. */
static void stop_runner(void) {
  pid_t pid = atomic_load(&runner);
  if (pid <= 0 || kill(pid, SIGSTOP) != 0) return;
  fwe_await(pid, WSTOPPED | WEXITED, 1000); /* a traced process may never report it */
}

static int is_to_end(void);

/* Stops until the process has the terminal again: in the background it would draw on the shell's line, and a running
   process gets no signal from `fg`. SIGTSTP does not stop a process group that no shell can continue. */
static void stay_stopped(int signal_number) {
  const struct timespec moment = {.tv_nsec = 20000000};
  for (int count = 0; count < 20; count++) {
    raise_by_default(signal_number);
    if (!fwt_is_elsewhere(terminal)) return;
    stop_runner(); /* the shell has continued it, too: it would wait for the shell's keys */
    nanosleep(&moment, NULL); /* another thread may be passing on a signal that ends the process */
    if (!fwt_is_elsewhere(terminal) || is_to_end()) return;
  }
}

static void stop(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int error = errno;
  int was_editing = fwe_hold();
  stop_runner();
  if (terminal >= 0 && !atomic_load(&lent)) fwt_edit_lines(terminal);
  if (terminal >= 0 && !atomic_load(&lent) && fwt_note(&front_ends, terminal) == 0) {
    restore_all();
    /* An editor does not declare its modes. */
    if (was_editing) fwt_undo(screen, FORMWORK_NEEDS_TERMINAL);
    atomic_store(&lent, 1);
  }
  stay_stopped(signal_number);
  /* If nothing has stopped it, no SIGCONT follows. */
  resume();
  errno = error;
}

/* After a stop by another signal than SIGTSTP, nothing was restored, and the shell has set its own modes: sets the
   known modes of the front end again. In the background the process stops again, until `fg`. */
static void go_on(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int error = errno;
  int last = atomic_load(&last_noted);
  if (last >= 0 && !atomic_load(&lent) && fwt_note(&front_ends, terminal) == 0) {
    front_ends.modes = noted[last];
    atomic_store(&lent, 1);
    if (fwt_is_elsewhere(terminal)) {
      stop_runner();
      stay_stopped(SIGTSTP);
    }
  }
  resume();
  errno = error;
}

/* SIGTTIN or SIGTTOU: a process of the group used the terminal from the background. Its group may have received the
   terminal, and SIGCONT, in between: stopping now would undo an `fg`. */
static void stay_away(int signal_number) {
  if (is_passed_on(signal_number)) return;
  int error = errno;
  if (tcgetpgrp(terminal) != getpgrp()) raise_by_default(signal_number);
  else resume();
  errno = error;
}

/* Returns the handler of a signal, or NULL if it cannot be caught or does not end a process. */
static void (*handler_of(int number))(int) {
  switch (number) {
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: return leave;
    case SIGTSTP: return stop;
    case SIGCONT: return go_on;
    case SIGPIPE: return SIG_IGN;
    case SIGWINCH: case SIGCHLD: return take_news;
    case SIGTTIN: case SIGTTOU: return stay_away;
    case SIGKILL: case SIGSTOP: case SIGURG: return NULL;
    default: return crash;
  }
}

/* Never used, because the handler does not return. */
static void restorer(void) { _exit(128); }

/* Handles glibc's two signals if they have their default disposition. */
static void take_librarys(void) {
#if defined __x86_64__ || defined __aarch64__
  struct kernel_action action = {.handler = crash, .restorer = restorer, .mask = ~UINT64_C(0)};
  action.flags = SA_ONSTACK | 0x04000000; /* SA_RESTORER */
  for (int number = FIRST; number <= LAST; number++) {
    struct kernel_action before;
    has_librarys[number - FIRST] = set_action(number, NULL, &before) == 0 &&
                                   before.handler == SIG_DFL &&
                                   set_action(number, &action, NULL) == 0;
  }
#endif
}

static void give_librarys_back(void) {
  for (int number = FIRST; number <= LAST; number++) {
    struct kernel_action now;
    /* glibc may have taken the signal meanwhile. */
    if (has_librarys[number - FIRST] && set_action(number, NULL, &now) == 0 && now.handler == crash) {
      set_default(number);
    }
  }
}

/* Whether a signal is taken over, given its original disposition. Faults always are, because they cannot be ignored,
   and so is an ignored SIGCHLD, because the kernel would not report the status of children. The program may have its
   own handlers for other signals that end a process. */
static int is_taken(int number, void (*before)(int), int *is_other) {
  *is_other = 0;
  switch (number) {
    case SIGWINCH: case SIGALRM: case SIGCHLD: case SIGSEGV: case SIGABRT: case SIGBUS: case SIGFPE:
    case SIGILL: case SIGTRAP:
      return 1;
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT:
    case SIGPIPE:
      return before != SIG_IGN;
    default:
      *is_other = 1;
      return before == SIG_DFL;
  }
}

/* Takes over the signals, and unblocks those with a special meaning for this thread. */
static void take_all(void) {
  sigset_t known;
  sigemptyset(&known);
  for (int number = 1; number < NSIG; number++) {
    int is_other;
    signals[number].is_taken = 0;
    struct sigaction action = {.sa_handler = handler_of(number)};
    if (number == SIGALRM) action.sa_sigaction = overdue;
    if (action.sa_handler == NULL || number == FIRST || number == LAST) continue;
    if (sigaction(number, NULL, &signals[number].found) != 0) continue;
    if (!is_taken(number, signals[number].found.sa_handler, &is_other)) continue;
    action.sa_flags = SA_ONSTACK | SA_RESTART | (number == SIGALRM ? SA_SIGINFO : 0);
    sigfillset(&action.sa_mask);
    signals[number].is_taken = sigaction(number, &action, NULL) == 0;
    if (signals[number].is_taken && !is_other) sigaddset(&known, number);
  }
  take_librarys();
  /* The parent may have blocked them. Signals that only end a process stay blocked. */
  pthread_sigmask(SIG_UNBLOCK, &known, &found_mask);
}

static void give_all_back(void) {
  for (int number = 1; number < NSIG; number++) {
    if (signals[number].is_taken) sigaction(number, &signals[number].found, NULL);
  }
  give_librarys_back();
  pthread_sigmask(SIG_SETMASK, &found_mask, NULL);
}

/* Whether a signal is pending that ends the process. */
static int is_to_end(void) {
  sigset_t waiting;
  sigpending(&waiting);
  for (int number = 1; number < NSIG; number++) {
    void (*handler)(int) = handler_of(number);
    if ((handler == leave || handler == crash) && sigismember(&waiting, number) == 1) return 1;
  }
  return 0;
}

void fwg_set_uses(unsigned needs) {
  atomic_store(&uses, needs);
  atomic_store(&last_noted, -1);
}

void fwg_note_modes(void) {
  int last = atomic_load(&last_noted), next = last == 0;
  if (!installed || terminal < 0 || tcgetattr(terminal, &noted[next]) != 0) return;
  /* After most keys they are the same, whichever process has the terminal. */
  if (last >= 0 && memcmp(&noted[next], &noted[last], sizeof noted[next]) == 0) return;
  if (!atomic_load(&lent) && !fwt_is_elsewhere(terminal)) atomic_store(&last_noted, next);
}

void fwg_set_runner(pid_t pid) { atomic_store(&runner, pid); }

void fwg_set_inside(const char *ended, const char *silent) {
  last_words[0] = unanswered[0] = 0;
  if (ended != NULL) snprintf(last_words, sizeof last_words, "%s\n", ended);
  if (silent != NULL) snprintf(unanswered, sizeof unanswered, "%s\n", silent);
}

int fwg_is_lent(void) { return atomic_load(&lent); }

void fwg_reset_screen(unsigned needs) {
  if (terminal >= 0 && !atomic_load(&lent)) fwt_undo(screen, needs);
}

void fwg_stop(void) {
  /* As the key does, which stops the whole group. */
  if (signals[SIGTSTP].is_taken) kill(0, SIGTSTP);
  else continue_children();
}

int fwg_pending_signal(void) { return atomic_load(&pending); }

void fwg_dismiss_interrupt(void) {
  int interrupt = SIGINT;
  if (!atomic_compare_exchange_strong(&pending, &interrupt, 0)) return;
  alarm(0);
  /* Another signal may have arrived in between. */
  if (atomic_load(&pending) != 0) alarm(TIMEOUT);
}

void fwg_note_leaving(void) { alarm(0); }

int fwg_take_resumption(void) { return atomic_exchange(&resumed, 0); }

int fwg_take_resize(void) { return atomic_exchange(&resized, 0); }

int fwg_install(int fd, int output, fww_wake_up *woken) {
  if (installed) {
    errno = EBUSY;
    return -1;
  }
  static int is_registered;
  if (!is_registered) is_registered = atexit(at_exit) == 0;
  terminal = fwt_note(&found, fd) == 0 ? fd : -1;
  screen = isatty(output) ? output : terminal;
  wake_up = woken;
  worker = gettid();
  atomic_store(&pending, 0);
  fwg_set_uses(0);
  atomic_store(&runner, 0);
  atomic_store(&resumed, 0);
  atomic_store(&resized, 0);
  atomic_store(&lent, 0);
  atomic_store(&is_struck, 0);
  installed = 1;
  /* An overflow of the main thread's stack leaves no space for a handler on it. */
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, &found_stack);
  take_all();
  return 0;
}

void fwg_uninstall(void) {
  if (!installed) return;
  alarm(0);
  fwg_restore();
  give_all_back();
  sigaltstack(&found_stack, NULL);
  terminal = screen = -1;
  wake_up = NULL;
  installed = 0;
}
