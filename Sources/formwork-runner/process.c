#define _GNU_SOURCE
#include "runner.h"

#include "formwork_terminal.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

/* The time limit for a front end to leave after the host has died, in seconds. */
#define TIMEOUT 1

static pid_t parent;
static int terminal = -1; /* -1: there is none */
static struct fwt_state found;
static struct termios front_ends; /* the last known modes of the front end */
static volatile sig_atomic_t are_known;
static volatile sig_atomic_t is_setting; /* the front end is setting them */
static int (*set_modes)(int fd, int when, const struct termios *modes);
static unsigned uses; /* enum formwork_need of the running front end; 0: none that moves the cursor */
static int screen = -1; /* for drawing, because the terminal may be open for reading alone */

static void note_modes(void) {
  struct termios now = {0}; /* compared byte by byte */
  if (terminal < 0 || tcgetattr(terminal, &now) != 0) return;
  /* Prevents a handler from reading them meanwhile. */
  are_known = 0;
  atomic_signal_fence(memory_order_seq_cst);
  front_ends = now;
  atomic_signal_fence(memory_order_seq_cst);
  are_known = 1;
}

void process_note_modes(void) {
  if (!fwt_is_elsewhere(terminal)) note_modes();
}

/* Replaces tcsetattr(3) for the front end and its libraries, because functions of the program are found first. So
   the runner knows the modes of a prompt even if the front end sends nothing before the host dies. */
int tcsetattr(int fd, int when, const struct termios *modes) {
  is_setting = 1;
  int result = set_modes(fd, when, modes);
  int error = errno;
  note_modes();
  is_setting = 0;
  errno = error;
  return result;
}

/* Whether the runner must restore the modes: not if a shell has set its own, but if it has kept those of the front
   end. Shells that edit lines do not read whole lines. */
static int is_to_restore(int may_have_hidden) {
  struct termios now = {0};
  if (!fwt_is_elsewhere(terminal) || is_setting) return 1;
  if (tcgetattr(terminal, &now) != 0) return 0;
  return (may_have_hidden && now.c_lflag & ICANON) || memcmp(&now, &front_ends, sizeof now) == 0;
}

void process_restore_terminal(void) { fwt_put_back(&found, is_to_restore(0) ? terminal : -1); }

void process_set_uses(unsigned needs, int in_fd, int out_fd) {
  const unsigned said = FORMWORK_NEEDS_TERMINAL | FORMWORK_MODES_NAMED;
  const char *kind = getenv("TERM");
  /* The host may have switched off the echo while this process started. */
  if (terminal >= 0) fwt_note(&found, terminal);
  screen = out_fd;
  /* The host has the same rule: nothing is written to other files. */
  if (!isatty(in_fd) || !isatty(out_fd)) return;
  if (kind == NULL || *kind == 0 || strcmp(kind, "dumb") == 0) return;
  if (needs & said) uses = needs | FORMWORK_NEEDS_TERMINAL;
}

_Noreturn void process_end(enum process_status status) {
  process_restore_terminal();
  _exit(status);
}

static void overdue(int signal_number) {
  (void)signal_number;
  if (terminal >= 0 && uses != 0 && is_to_restore(0)) fwt_undo(screen, uses);
  process_end(PROCESS_NO_HOST);
}

static void leave(int signal_number) {
  process_restore_terminal();
  signal(signal_number, SIG_DFL);
  raise(signal_number); /* delivered after this handler has returned */
}

/* Sets the front end's modes again, because a shell may have set its own during a stop. */
static void set_front_ends_modes(void) {
  int error = errno;
  if (are_known && !is_setting && !fwt_is_elsewhere(terminal)) {
    while (set_modes(terminal, TCSANOW, &front_ends) != 0 && errno == EINTR) continue;
  }
  errno = error;
}

/* The kernel sends SIGCONT when the host dies, even to a stopped process, and the host sends it after a stop. After
   the host's death, a front end reads the end of the socket and leaves by itself if it can. The terminal is restored
   at once, before a shell takes it. If a shell already has it, the front end would draw there, or be stopped: then
   the runner leaves, and restores the modes that the shell has not changed. The echo may be off since the modes
   were saved, which only the front end can have done. */
static void go_on(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number;
  (void)info;
  if (getppid() == parent) return set_front_ends_modes();
  int error = errno;
  if (fwt_is_elsewhere(terminal)) {
    int is_left = is_to_restore(1);
    if (is_left && uses != 0) fwt_undo(screen, uses);
    fwt_put_back(&found, is_left ? terminal : -1);
    _exit(PROCESS_NO_HOST);
  }
  process_restore_terminal();
  struct sigaction action = {.sa_handler = overdue};
  sigfillset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
  /* The kernel restores this mask when the handler returns. */
  sigdelset(&((ucontext_t *)context)->uc_sigmask, SIGALRM);
  alarm(TIMEOUT);
  errno = error;
}

/* The host, in the same process group, handles the keys' signals. It stops this process by SIGSTOP. */
static void set_signals(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE};
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  action.sa_handler = SIG_IGN;
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
    sigaction(ignored[i], &action, NULL);
  }
  action.sa_handler = leave;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(SIGTERM, &action, NULL);
  action.sa_flags |= SA_SIGINFO;
  action.sa_sigaction = go_on;
  sigaction(SIGCONT, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Keeps only the three standard streams, the socket and the front end's folder. No later file gets the number of a
   standard stream. */
static int set_descriptors(void) {
  for (int fd = 0; fd <= 2; fd++) {
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0) return -1;
  }
  if (close_range(FORMWORK_WIRE_FOLDER + 1, ~0u, 0) != 0) return -1;
  (void)fcntl(FORMWORK_WIRE_FOLDER, F_SETFD, FD_CLOEXEC); /* without a folder, nothing is loaded */
  int flags = fcntl(FORMWORK_WIRE_DESCRIPTOR, F_GETFL);
  if (flags < 0 || fcntl(FORMWORK_WIRE_DESCRIPTOR, F_SETFL, flags & ~O_NONBLOCK) != 0) return -1;
  return fcntl(FORMWORK_WIRE_DESCRIPTOR, F_SETFD, FD_CLOEXEC);
}

/* The front end's memory contains secrets: no core file, and no access by other processes. */
static int set_limits(void) {
  struct rlimit none = {0, 0};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0);
}

enum process_status process_settle(pid_t host) {
  parent = host;
  void *address = dlsym(RTLD_NEXT, "tcsetattr");
  if (address == NULL) return PROCESS_SYSTEM;
  memcpy(&set_modes, &address, sizeof set_modes); /* POSIX stores addresses of functions in void pointers */
  if (set_descriptors() != 0 || set_limits() != 0) return PROCESS_SYSTEM;
  for (int fd = 0; fd <= 2 && terminal < 0; fd++) {
    if (fwt_note(&found, fd) == 0) terminal = fd;
  }
  set_signals();
  if (prctl(PR_SET_PDEATHSIG, SIGCONT) != 0) return PROCESS_SYSTEM;
  /* The death of the host before prctl sends no signal. */
  return getppid() == host ? PROCESS_DONE : PROCESS_NO_HOST;
}
