#define _GNU_SOURCE
#include "formwork_guard.h"

#include "formwork.h"
#include "formwork_editor.h"
#include "formwork_terminal.h"
#include "kernel_signals.h"
#include "taken_signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long a front end may take to leave, in seconds: the terminal may take nothing more. */
#define PATIENCE 3

static int installed;
static pid_t worker; /* the thread that does all that handlers do */
static int terminal = -1; /* -1: there is none */
static int screen = -1; /* where front ends draw: the terminal may be open for reading alone */
static fww_wake_up *wake_up; /* NULL: there is none to raise */
static struct fwt_state found;
static struct fwt_state front_ends; /* while stopped */
/* The modes that the front end has set, as far as that is known: the slot that is written is not the last one. */
static struct termios noted[2];
static atomic_int last_noted = -1; /* -1: none */
static atomic_int pending;
static atomic_uint uses; /* enum formwork_need of the front end that runs; 0: none that moves the cursor */
static atomic_int resumed;
static atomic_int resized;
static atomic_int lent; /* the terminal has been given back until the process goes on */
static atomic_int runner;
static atomic_int is_struck; /* SIGALRM was sent: it is not the timer's */
/* Of a front end in this process, while it runs. */
static char last_words[512], unanswered[512];
static stack_t found_stack;
static char handler_stack[1 << 16] __attribute__((aligned(16)));

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "handlers need lock-free atomics");

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

/* In the middle of a front end's run: it has not undone what it did to the screen. */
static void restore_all(void) {
  fwg_restore();
  unsigned used = atomic_load(&uses);
  if (terminal >= 0 && !atomic_load(&lent) && used != 0) fwt_undo(screen, used);
}

/* Where it can be written at once: a terminal that is stopped by ^S takes nothing. */
static void say(const char *line) {
  struct pollfd error = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (line[0] == 0 || poll(&error, 1, 0) <= 0) return;
  if (terminal >= 0 && isatty(STDERR_FILENO)) (void)!write(STDERR_FILENO, "\r\n", 2);
  (void)!write(STDERR_FILENO, line, strlen(line));
}

/* A front end in this process may end it by exit(3): that is no success. */
static void at_exit(void) {
  if (last_words[0] == 0) return fwg_restore();
  restore_all();
  say(last_words);
  _exit(EXIT_FAILURE);
}

static _Noreturn void die_of(int signal_number) {
  uint64_t only = UINT64_C(1) << (signal_number - 1);
  fwk_set_default(signal_number);
  syscall(SYS_tgkill, getpid(), gettid(), signal_number);
  syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &only, NULL, sizeof only);
  _exit(128 + signal_number); /* the first process of a container does not die of signals */
}

_Noreturn void fwg_die_of(int signal_number) {
  fwg_restore();
  die_of(signal_number);
}

/* Those that use the terminal too would go on at the shell's, or draw once more. */
static void end_children(void) {
  pid_t pid = atomic_load(&runner);
  if (pid > 0 && kill(pid, SIGKILL) == 0) fwe_await(pid, 1000);
  /* What an editor has switched on, it says in no table. */
  if (fwe_end()) atomic_store(&uses, FORMWORK_NEEDS_TERMINAL);
}

static _Noreturn void end_in_the_middle(int signal_number) {
  end_children();
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
    nanosleep(&limit, NULL); /* handlers block all signals: nothing interrupts it */
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
  /* Who leaves while the terminal is a shell's may say so there, and is not stopped once more; nor in the
     background, where setting modes at the start has stopped it. */
  if (atomic_load(&lent) || fwt_is_elsewhere(terminal)) signal(SIGTTOU, SIG_IGN);
  raise_wake();
  alarm(PATIENCE);
  errno = error;
}

/* SIGALRM that another process has sent does what it was found to do; whether that is to end this one. */
static int is_struck_by(siginfo_t *info, void *context) {
  const struct sigaction *found = fwk_found(SIGALRM);
  if (found->sa_flags & SA_SIGINFO) found->sa_sigaction(SIGALRM, info, context);
  else if (found->sa_handler == SIG_DFL) return 1;
  else if (found->sa_handler != SIG_IGN) found->sa_handler(SIGALRM);
  return 0;
}

/* The front end was to leave, and has not: the kernel says so. Other threads of this process pass on
   what came to them. */
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

static void continue_children(void) {
  pid_t pid = atomic_load(&runner);
  if (pid > 0) kill(pid, SIGCONT);
  fwe_go_on();
}

/* Gives the front end its modes back, but not before the terminal is the process's again. */
static void take_back(void) {
  if (atomic_load(&lent)) {
    if (fwt_is_elsewhere(terminal)) return;
    fwt_put_back(&front_ends, terminal);
    atomic_store(&lent, 0);
  }
  continue_children();
}

/* The terminal is the front end's again: it has to draw. */
static void resume(void) {
  take_back();
  if (atomic_load(&lent)) return;
  atomic_store(&resumed, 1);
  raise_wake();
}

/* One that still runs would draw on what is the shell's by then. */
static void stop_runner(void) {
  pid_t pid = atomic_load(&runner);
  if (pid <= 0 || kill(pid, SIGSTOP) != 0) return;
  fwe_await_stop(pid, 1000); /* one that is traced may never tell */
}

static int is_to_end(void);

/* Stops until the terminal is the process's again: sent to the background, it would draw on the shell's
   line, and of `fg` a process that runs is told nothing. But not for ever: a process group that no shell
   can wake is not stopped by SIGTSTP. */
static void stay_stopped(int signal_number) {
  const struct timespec moment = {.tv_nsec = 20000000};
  for (int count = 0; count < 20; count++) {
    fwk_raise_by_default(signal_number);
    if (!fwt_is_elsewhere(terminal)) return;
    stop_runner(); /* the shell has woken it, too: it would wait for the shell's keys */
    nanosleep(&moment, NULL); /* another thread may be passing on what ends the process */
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
    /* What an editor has switched on, it says in no table. */
    if (was_editing) fwt_undo(screen, FORMWORK_NEEDS_TERMINAL);
    atomic_store(&lent, 1);
  }
  stay_stopped(signal_number);
  /* Where nothing has stopped it, no SIGCONT follows. */
  resume();
  errno = error;
}

/* Stopped by any other signal than SIGTSTP, the process has put nothing back, and the shell has set modes of
   its own: what is known of the front end's is set again. In the background it stops once more, until `fg`. */
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

/* What is done at a signal; NULL where it is left alone: it cannot be caught, or ends no process. */
static void (*handler_of(int number))(int) {
  switch (number) {
    case SIGINT: case SIGTERM: case SIGHUP: case SIGQUIT: return leave;
    case SIGTSTP: return stop;
    case SIGCONT: return go_on;
    case SIGPIPE: return SIG_IGN;
    case SIGWINCH: return resize;
    case SIGCHLD: return child_changed;
    case SIGKILL: case SIGSTOP: case SIGTTIN: case SIGTTOU: case SIGURG: return NULL;
    default: return crash;
  }
}

/* Whether a signal waits that ends the process. */
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
  int next = atomic_load(&last_noted) == 0;
  if (!installed || terminal < 0 || atomic_load(&lent) || fwt_is_elsewhere(terminal)) return;
  if (tcgetattr(terminal, &noted[next]) == 0) atomic_store(&last_noted, next);
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
  /* As the key does, which stops all processes of the group. */
  if (fwk_has_taken(SIGTSTP)) kill(0, SIGTSTP);
  else continue_children();
}

int fwg_pending_signal(void) { return atomic_load(&pending); }

void fwg_dismiss_interrupt(void) {
  int interrupt = SIGINT;
  if (!atomic_compare_exchange_strong(&pending, &interrupt, 0)) return;
  alarm(0);
  /* Another signal may have come between the two. */
  if (atomic_load(&pending) != 0) alarm(PATIENCE);
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
  /* An overflow of the main thread's stack leaves no room for a handler on it. */
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, &found_stack);
  fwk_take_all(&(struct fwk_handlers){.of = handler_of, .alarm = overdue, .crash = crash});
  return 0;
}

void fwg_uninstall(void) {
  if (!installed) return;
  alarm(0);
  fwg_restore();
  fwk_give_all_back();
  sigaltstack(&found_stack, NULL);
  terminal = screen = -1;
  wake_up = NULL;
  installed = 0;
}
