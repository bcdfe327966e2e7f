#define _GNU_SOURCE
#include "formwork_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* How long a front end may take to leave, in seconds: the terminal may take nothing more. */
#define PATIENCE 3

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void leave(int signal_number);
static void crash(int signal_number);
static void stop(int signal_number);
static void go_on(int signal_number);
static void resize(int signal_number);
static void overdue(int signal_number);

/* Crashes are taken even where they were ignored: a fault cannot be. */
static struct {
  int number;
  void (*handler)(int);
  int even_if_ignored;
  int taken;
  struct sigaction found;
} signals[] = {
    {.number = SIGINT, .handler = leave},
    {.number = SIGTERM, .handler = leave},
    {.number = SIGHUP, .handler = leave},
    {.number = SIGQUIT, .handler = leave},
    {.number = SIGTSTP, .handler = stop},
    {.number = SIGCONT, .handler = go_on},
    {.number = SIGPIPE, .handler = SIG_IGN},
    {.number = SIGWINCH, .handler = resize, .even_if_ignored = 1},
    {.number = SIGALRM, .handler = overdue, .even_if_ignored = 1},
    {.number = SIGSEGV, .handler = crash, .even_if_ignored = 1},
    {.number = SIGABRT, .handler = crash, .even_if_ignored = 1},
    {.number = SIGBUS, .handler = crash, .even_if_ignored = 1},
    {.number = SIGFPE, .handler = crash, .even_if_ignored = 1},
    {.number = SIGILL, .handler = crash, .even_if_ignored = 1},
    {.number = SIGTRAP, .handler = crash, .even_if_ignored = 1},
};

static int installed;
static int terminal = -1; /* -1: there is none */
static fww_wake_up *wake_up; /* NULL: nobody is to be woken */
static struct termios found_modes;
static struct termios front_end_modes; /* while stopped */
static atomic_int pending;
static atomic_int screen_reset;
static atomic_int resumed;
static atomic_int resized;
static atomic_int lent; /* the terminal has been given back until the process goes on */
static atomic_int companion;
static stack_t found_stack;
static char handler_stack[1 << 16] __attribute__((aligned(16)));

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "handlers need lock-free atomics");

/* With SIGTTOU blocked, a background process may set modes and write: it is not stopped. TCSANOW
   does not wait for output to drain, which it never does on a terminal stopped by ^S. */
static void set_modes(const struct termios *modes) {
  sigset_t background, before;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, &before);
  while (tcsetattr(terminal, TCSANOW, modes) != 0 && errno == EINTR) continue;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Mouse reports, bracketed paste and attributes off; cursor shown; alternate screen left. Leaving
   it also moves the cursor to where it was saved, even where it was never entered: so it is saved
   before, which in the alternate screen does no harm, since either screen saves its own. */
static void reset_screen(void) {
  static const char sequence[] =
      "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l\033[0m\033[?25h\0337\033[?1049l";
  sigset_t background, before;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, &before);
  /* A terminal stopped by ^S takes nothing: then the sequence is lost, rather than the process. */
  int flags = fcntl(terminal, F_GETFL);
  if (flags >= 0 && fcntl(terminal, F_SETFL, flags | O_NONBLOCK) == 0) {
    while (write(terminal, sequence, sizeof sequence - 1) < 0 && errno == EINTR) continue;
    fcntl(terminal, F_SETFL, flags);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void fwg_restore(void) {
  if (terminal < 0 || atomic_load(&lent)) return;
  int error = errno;
  set_modes(&found_modes);
  errno = error;
}

/* In the middle of a front end's run: it has not undone what it did to the screen. */
static void restore_all(void) {
  fwg_restore();
  if (terminal >= 0 && !atomic_load(&lent) && atomic_load(&screen_reset)) reset_screen();
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

static _Noreturn void die_of(int signal_number) {
  raise_by_default(signal_number);
  _exit(128 + signal_number); /* the first process of a container does not die of signals */
}

_Noreturn void fwg_die_of(int signal_number) {
  fwg_restore();
  die_of(signal_number);
}

static void crash(int signal_number) {
  restore_all();
  die_of(signal_number);
}

static void raise_wake(void) {
  if (wake_up != NULL) fww_raise(wake_up);
}

static void leave(int signal_number) {
  int error = errno;
  int first = 0;
  if (!atomic_compare_exchange_strong(&pending, &first, signal_number)) {
    restore_all();
    die_of(first);
  }
  raise_wake();
  alarm(PATIENCE);
  errno = error;
}

/* Whoever was to leave has not. */
static void overdue(int signal_number) {
  (void)signal_number;
  int first = atomic_load(&pending);
  if (first == 0) return;
  restore_all();
  die_of(first);
}

static void resize(int signal_number) {
  (void)signal_number;
  int error = errno;
  atomic_store(&resized, 1);
  raise_wake();
  errno = error;
}

/* Gives the front end its modes back, but not before the terminal is the process's again. One that
   does not control the session has no foreground: tcgetpgrp gives -1. */
static void take_back(void) {
  if (!atomic_load(&lent)) return;
  pid_t foreground = tcgetpgrp(terminal);
  if (foreground >= 0 && foreground != getpgrp()) return;
  set_modes(&front_end_modes);
  atomic_store(&lent, 0);
}

/* A companion that still runs would draw on what is the shell's by then. */
static void stop_companion(void) {
  pid_t pid = atomic_load(&companion);
  if (pid <= 0 || kill(pid, SIGSTOP) != 0) return;
  siginfo_t news;
  const int changes = WSTOPPED | WEXITED | WNOWAIT;
  while (waitid(P_PID, (id_t)pid, &news, changes) != 0 && errno == EINTR) continue;
}

static void stop(int signal_number) {
  int error = errno;
  stop_companion();
  if (terminal >= 0 && !atomic_load(&lent) && tcgetattr(terminal, &front_end_modes) == 0) {
    restore_all();
    atomic_store(&lent, 1);
  }
  /* SIGSTOP would also stop a process that no shell could ever wake: SIGTSTP does not. */
  raise_by_default(signal_number);
  take_back();
  errno = error;
}

static void go_on(int signal_number) {
  (void)signal_number;
  int error = errno;
  take_back();
  if (!atomic_load(&lent)) {
    pid_t pid = atomic_load(&companion);
    if (pid > 0) kill(pid, SIGCONT);
    atomic_store(&resumed, 1);
    raise_wake();
  }
  errno = error;
}

void fwg_set_screen_reset(int on) { atomic_store(&screen_reset, on != 0); }

void fwg_set_companion(pid_t pid) { atomic_store(&companion, pid); }

void fwg_reset_screen(void) {
  if (terminal >= 0 && !atomic_load(&lent)) reset_screen();
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
  installed = 1;
  /* A front end may end the program by itself. */
  static int is_registered;
  if (!is_registered) is_registered = atexit(fwg_restore) == 0;
  terminal = tcgetattr(fd, &found_modes) == 0 ? fd : -1;
  wake_up = woken;
  atomic_store(&pending, 0);
  atomic_store(&screen_reset, 0);
  atomic_store(&companion, 0);
  atomic_store(&resumed, 0);
  atomic_store(&resized, 0);
  atomic_store(&lent, 0);
  /* An overflow of the main thread's stack leaves no room for a handler on it. */
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, &found_stack);
  for (size_t i = 0; i < COUNT(signals); i++) {
    sigaction(signals[i].number, NULL, &signals[i].found);
    signals[i].taken = signals[i].even_if_ignored || signals[i].found.sa_handler != SIG_IGN;
    if (!signals[i].taken) continue;
    struct sigaction action = {.sa_handler = signals[i].handler};
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigfillset(&action.sa_mask);
    sigaction(signals[i].number, &action, NULL);
  }
  return 0;
}

void fwg_uninstall(void) {
  if (!installed) return;
  alarm(0);
  fwg_restore();
  for (size_t i = 0; i < COUNT(signals); i++) {
    if (signals[i].taken) sigaction(signals[i].number, &signals[i].found, NULL);
  }
  sigaltstack(&found_stack, NULL);
  terminal = -1;
  wake_up = NULL;
  installed = 0;
}
