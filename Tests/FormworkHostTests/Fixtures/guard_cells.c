/*
 * Tests processes with the guard, each on a pseudo-terminal of its own, and prints a line for each event:
 * the exit status of the process, the terminal's modes, and the output.
 *
 * The main process leads a session (from a shell: `setsid -w ./guard_cells`), so that the terminal outlives
 * the processes with the guard: when a session's leader ends, the kernel resets the terminal's modes.
 */
#define _GNU_SOURCE
#include "CFormworkSystem.h"
#include "formwork.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define N_NULL 27 /* of linux/tty.h: a line discipline of every Linux */

#define require(condition)                                        \
  do {                                                            \
    if (!(condition)) {                                           \
      fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
      _exit(99);                                                  \
    }                                                             \
  } while (0)

enum option {
  SCREEN = 1 << 0,         /* the front end moves the cursor */
  BACKGROUND = 1 << 1,     /* another process group has the terminal, which stops writers */
  STOPPED_OUTPUT = 1 << 2, /* by the front end */
  NO_TERMINAL = 1 << 3,
  ORPHAN = 1 << 4, /* in a process group without a shell */
  READING = 1 << 5, /* the standard input is read-only */
  HELD_OUTPUT = 1 << 6 /* by the user, with ^S */
};

static int controller, tty;
static fww_wake_up *wake_up;
static int to_child[2], from_child[2];
static struct termios found, raw, shell;
static unsigned named; /* enum formwork_need, besides the terminal */

/* Whether a signal is pending for the process, not for this thread. */
static int is_pending_for_all(int number) {
  char line[256];
  unsigned long long mask = 0;
  FILE *status = fopen("/proc/self/status", "re");
  require(status != NULL);
  while (fgets(line, sizeof line, status) != NULL && sscanf(line, "ShdPnd: %llx", &mask) != 1) {}
  fclose(status);
  return mask >> (number - 1) & 1;
}

static void keep_sigttou_from(int (*call)(void)) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGTTOU);
  sigprocmask(SIG_BLOCK, &set, &before);
  require(call() == 0);
  sigprocmask(SIG_SETMASK, &before, NULL);
}
static int set_found(void) { return tcsetattr(tty, TCSANOW, &found); }
static int set_raw(void) { return tcsetattr(tty, TCSANOW, &raw); }
static int set_shell(void) { return tcsetattr(tty, TCSANOW, &shell); }
static int take_foreground(void) { return tcsetpgrp(tty, getpgrp()); }

static const char *modes(void) {
  struct termios now = {0};
  require((fcntl(tty, F_GETFL) & O_NONBLOCK) == 0); /* shared with the process that has the guard */
  require(tcgetattr(tty, &now) == 0);
  if (memcmp(&now, &found, sizeof now) == 0) return "found";
  if (memcmp(&now, &raw, sizeof now) == 0) return "raw";
  return memcmp(&now, &shell, sizeof now) == 0 ? "the shell's" : "other";
}

/* The flags of the standard input, which the process with the guard shares. */
static const char *flags(void) {
  struct f_owner_ex owner = {0};
  int is_exclusive = 0, discipline = -1;
  int flags = fcntl(0, F_GETFL);
  require(ioctl(0, TIOCGEXCL, &is_exclusive) == 0 && ioctl(0, TIOCGETD, &discipline) == 0);
  require(flags >= 0 && fcntl(0, F_GETOWN_EX, &owner) == 0);
  int is_found = (flags & (O_NONBLOCK | O_ASYNC)) == 0 && owner.pid == 0 && fcntl(0, F_GETSIG) == 0 &&
                 !is_exclusive && discipline == N_TTY;
  return is_found ? "found" : "changed";
}

static pid_t start(void (*before)(int), void (*act)(int), int number, int options) {
  keep_sigttou_from(set_found);
  keep_sigttou_from(take_foreground);
  pid_t child = fork();
  require(child >= 0);
  if (child > 0) return child;
  alarm(20);
  require((wake_up = fww_make()) != NULL);
  if (!(options & ORPHAN)) require(setpgid(0, 0) == 0);
  if (!(options & BACKGROUND)) keep_sigttou_from(take_foreground);
  if (before) before(number);
  int input = options & NO_TERMINAL ? to_child[0] : tty;
  if (options & READING) require((input = open(ttyname(tty), O_RDONLY | O_NOCTTY)) >= 0);
  require(fwg_install(input, options & NO_TERMINAL ? input : tty, wake_up) == 0);
  if (options & SCREEN) fwg_set_uses(FORMWORK_NEEDS_TERMINAL | named);
  if (!(options & HELD_OUTPUT)) keep_sigttou_from(set_raw); /* without ^S */
  if (options & STOPPED_OUTPUT) require(tcflow(tty, TCOOFF) == 0);
  if (options & HELD_OUTPUT) {
    struct pollfd screen = {.fd = tty, .events = POLLOUT};
    require(write(controller, "\023", 1) == 1);
    while (poll(&screen, 1, 0) == 1) continue;
  }
  act(number);
  fwg_restore();
  _exit(0);
}

static void print_signal(const char *text, int number) {
  const char *name = sigabbrev_np(number);
  if (name != NULL) printf("%s%s", text, name);
  else printf("%s%d", text, number);
}

static void print_end(pid_t child) {
  int status;
  require(waitpid(child, &status, WUNTRACED) == child);
  if (WIFSTOPPED(status)) print_signal("stopped by ", WSTOPSIG(status));
  if (WIFSIGNALED(status)) print_signal("killed by ", WTERMSIG(status));
  if (WIFEXITED(status)) printf("exit %d", WEXITSTATUS(status));
  printf(", modes %s", modes());
}

/* Prints the output up to an end mark, which the terminal passes on in order. */
static void print_output(void) {
  char byte;
  size_t count = 0;
  keep_sigttou_from(take_foreground);
  require(write(controller, "\021", 1) == 1);
  require(write(tty, "\004", 1) == 1);
  while (read(controller, &byte, 1) == 1 && byte != '\004') {
    if (count++ == 0) printf(", wrote ");
    if (byte == '\033') printf("ESC");
    else if (byte == '\017') printf("SI");
    else putchar(byte);
  }
  putchar('\n');
}

static void cell(const char *name, void (*before)(int), void (*act)(int), int number, int options) {
  print_signal("", number);
  printf(" %s: ", name);
  print_end(start(before, act, number, options));
  print_output();
}

/* The events. */

static void leave_once(int number) {
  struct pollfd woken = {.fd = fww_descriptor(wake_up), .events = POLLIN};
  require(fwg_pending_signal() == 0 && poll(&woken, 1, 0) == 0 && !fww_clear(wake_up));
  raise(number);
  require(fwg_pending_signal() == number);
  require(poll(&woken, 1, 0) == 1 && fww_clear(wake_up));
  require(poll(&woken, 1, 0) == 0 && !fww_clear(wake_up));
  require(strcmp(modes(), "raw") == 0);
  fwg_die_of(fwg_pending_signal());
}

static void leave_twice(int number) {
  raise(number);
  raise(SIGTERM);
  require(0);
}

/* raise(3) rejects signals that glibc reserves. */
static void send(int number) {
  require(kill(getpid(), number) == 0);
  for (;;) pause();
}

static void *send_on_thread(void *number) {
  raise(*(int *)number);
  require(0);
}

static void send_elsewhere(int number) {
  pthread_t thread;
  require(pthread_create(&thread, NULL, send_on_thread, &number) == 0);
  pthread_join(thread, NULL);
}

static void *listen_to_all(void *set) {
  require(pthread_sigmask(SIG_SETMASK, set, NULL) == 0);
  for (;;) pause();
}

/* Another thread receives a signal that the main one has blocked, and passes it on. */
static void keep_to_one_thread(int number) {
  static sigset_t none;
  sigset_t all, waiting;
  pthread_t thread;
  sigemptyset(&none);
  sigfillset(&all);
  require(pthread_sigmask(SIG_SETMASK, &all, NULL) == 0);
  require(pthread_create(&thread, NULL, listen_to_all, &none) == 0);
  require(kill(getpid(), number) == 0);
  /* In this order: between two looks the other thread may have taken it, and not passed it on yet. */
  do {
    sigemptyset(&waiting);
    if (!is_pending_for_all(number)) require(sigpending(&waiting) == 0);
  } while (!sigismember(&waiting, number));
  require(fwg_pending_signal() == 0 && strcmp(modes(), "raw") == 0);
  require(pthread_sigmask(SIG_SETMASK, &none, NULL) == 0);
  if (number == SIGTERM) fwg_die_of(fwg_pending_signal());
}

static void *touch_on_thread(void *ready) {
  require(write(*(int *)ready, "x", 1) == 1);
  *(volatile int *)8 = 1;
  return NULL;
}

/* The front end sets its modes repeatedly while another thread crashes. */
static void crash_while_modes_are_set(int number) {
  pthread_t thread;
  (void)number;
  require(pthread_create(&thread, NULL, touch_on_thread, &from_child[1]) == 0);
  for (;;) set_raw();
}

/* A front end changes the flags of streams that the shell shares. */
static void spoil_flags(int number) {
  require(fcntl(0, F_SETOWN, getpid()) == 0 && fcntl(0, F_SETSIG, SIGUSR2) == 0);
  require(ioctl(0, TIOCEXCL) == 0 && ioctl(0, TIOCSETD, &(int){N_NULL}) == 0);
  require(fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK | O_ASYNC) == 0);
  require(strcmp(flags(), "changed") == 0);
  raise(number);
  if (number == SIGTERM) fwg_die_of(fwg_pending_signal());
  require(strcmp(flags(), "changed") == 0); /* after a stop the front end's flags are back */
}

static void touch_nothing(int number) {
  (void)number;
  *(volatile int *)8 = 1;
}

static void call_abort(int number) {
  (void)number;
  abort();
}

static int sink;
static void overflow(int depth) {
  volatile char bytes[4096];
  bytes[0] = (char)depth;
  if (depth >= 0) overflow(depth + 1);
  sink += bytes[0];
}

static void ignore(int number) { signal(number, SIG_IGN); }

static void do_nothing(int number) { (void)number; }

static void handle(int number) { signal(number, do_nothing); }

static void block(int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  require(sigprocmask(SIG_BLOCK, &only, NULL) == 0);
}

/* Signals that the program does not use are unchanged, and so is the mask after the guard. */
static void stay_blocked(int number) {
  sigset_t now;
  require(kill(getpid(), number) == 0);
  fwg_uninstall();
  require(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, number) == 1);
}

static void block_and_uninstall(int number) {
  sigset_t now;
  require(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, number) == 0);
  stay_blocked(number);
}

static void outlive(int number) {
  require(kill(getpid(), number) == 0);
  require(kill(getpid(), number) == 0);
  require(fwg_pending_signal() == 0);
  require(strcmp(modes(), "raw") == 0);
}

static void write_without_reader(int number) {
  int ends[2];
  (void)number;
  require(pipe(ends) == 0 && close(ends[0]) == 0);
  require(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}

static void install_twice(int number) {
  require(fwg_install(tty, tty, wake_up) == -1 && errno == EBUSY);
  raise(number);
  require(fwg_pending_signal() == number);
}

static void hear_of_child(int number) {
  int status = 0;
  pid_t child = fwe_start(-1, "exit 7", "");
  (void)number;
  require(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
  require(fwe_look(&status) == FWE_ENDED);
}

static int strikes; /* SIGTERM arrives just before the timer is stopped */

/* Replaces alarm(2) of the C library. */
unsigned alarm(unsigned seconds) {
  const struct itimerval timer = {.it_value.tv_sec = seconds};
  if (seconds == 0 && strikes) {
    strikes = 0;
    raise(SIGTERM);
  }
  require(setitimer(ITIMER_REAL, &timer, NULL) == 0);
  return 0;
}

static void dismiss(int number) {
  raise(number);
  strikes = 1;
  fwg_dismiss_interrupt();
  for (int i = 0; i < 100; i++) poll(NULL, 0, 100);
}

static void uninstall(int number) {
  fwg_uninstall();
  /* By the kernel's call: sigaction(3) hides signals that glibc reserves. */
  for (int each = 1; each <= 64; each++) {
    struct { uintptr_t handler, flags, restorer; uint64_t mask; } action;
    require(syscall(SYS_rt_sigaction, each, NULL, &action, sizeof action.mask) == 0);
    require(action.handler == (uintptr_t)SIG_DFL);
  }
  require(strcmp(modes(), "found") == 0);
  require(set_raw() == 0);
  raise(number);
}

static void stop_and_go_on(int number) {
  raise(number);
  require(strcmp(modes(), "raw") == 0 && fwg_pending_signal() == 0);
}

static void open_terminal(int *controlling, int *controlled, int flags) {
  char path[64];
  *controlling = fws_open_pseudo_terminal();
  require(*controlling >= 0 && fws_pseudo_terminal_path(*controlling, path, sizeof path) == 0);
  require((*controlled = open(path, O_RDWR | O_CLOEXEC | flags)) >= 0);
}

static void stop_among_threads(int number) {
  static sigset_t none;
  pthread_t thread;
  for (int i = 0; i < 3; i++) {
    require(pthread_create(&thread, NULL, listen_to_all, &none) == 0);
  }
  raise(number);
  for (;;) pause();
}

static void take_terminal_of_no_session(int number) {
  (void)number;
  open_terminal(&controller, &tty, O_NOCTTY);
  require(set_found() == 0);
}

static void stop_and_wait(int number) {
  char byte;
  raise(number);
  require(write(from_child[1], "x", 1) == 1 && read(to_child[0], &byte, 1) == 1);
  require(strcmp(modes(), "raw") == 0);
}

static void stop_and_leave(int number) {
  raise(number);
  fwg_die_of(fwg_pending_signal());
}

static void give_shell_the_terminal(void) {
  keep_sigttou_from(take_foreground);
  keep_sigttou_from(set_shell);
}

static void stopped_and_continued(void) {
  printf("stopped, continued: ");
  pid_t child = start(NULL, stop_and_go_on, SIGTSTP, 0);
  print_end(child);
  printf("; ");
  kill(child, SIGCONT);
  print_end(child);
  print_output();
}

static int drop_all(void) { return tcflush(tty, TCIFLUSH); }

/* Exits with the number of remaining keys. */
static void drop_keys(int number) {
  int count = 0;
  (void)number;
  require(write(controller, "ls\r", 3) == 3);
  while (count < 3) require(ioctl(tty, FIONREAD, &count) == 0);
  fwg_drop_keys();
  require(ioctl(tty, FIONREAD, &count) == 0);
  keep_sigttou_from(drop_all);
  fwg_restore();
  _exit(count);
}

static void keys_dropped(const char *where, int options) {
  printf("keys dropped %s: ", where);
  print_end(start(NULL, drop_keys, 0, options));
  print_output();
}

static void continued_in_the_background(void) {
  char byte;
  printf("continued in the background: ");
  pid_t child = start(NULL, stop_and_wait, SIGTSTP, 0);
  print_end(child);
  give_shell_the_terminal();
  kill(child, SIGCONT);
  require(read(from_child[0], &byte, 1) == 1);
  printf("; modes %s", modes());
  require(tcsetpgrp(tty, child) == 0);
  kill(child, SIGCONT);
  require(write(to_child[1], "x", 1) == 1);
  printf("; ");
  print_end(child);
  print_output();
}

/* A shell's `kill %1; fg`: the signal is pending during the stop, and arrives when the process takes the
   terminal back. */
static void crashed_while_stopped(void) {
  int good = 0;
  printf("crashed while stopped, with other threads: ");
  for (int i = 0; i < 20; i++) {
    int status;
    pid_t child = start(NULL, stop_among_threads, SIGTSTP, 0);
    require(waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status));
    require(kill(child, SIGSEGV) == 0 && kill(child, SIGCONT) == 0);
    require(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    good += strcmp(modes(), "found") == 0;
  }
  printf("modes found %d times of 20", good);
  print_output();
}

static void flags_and(const char *name, int number) {
  printf("flags, %s: ", name);
  pid_t child = start(NULL, spoil_flags, number, 0);
  print_end(child);
  printf(", flags %s", flags());
  if (number == SIGTSTP) {
    kill(child, SIGCONT);
    printf("; ");
    print_end(child);
    printf(", flags %s", flags());
  }
  print_output();
}

/* Modes were saved, and the shell has set others before the process continues. */
static void stop_with_modes_noted(int number) {
  fwg_note_modes();
  raise(number);
  require(strcmp(modes(), "raw") == 0 && fwg_take_resumption() == 1 && fww_clear(wake_up));
  require(fwg_take_resumption() == 0);
}

/* A process that used the terminal in the background. */
static void be_resumed(int number) {
  raise(number);
  require(fwg_take_resumption() == 1 && fww_clear(wake_up) && fwg_take_resumption() == 0);
}

static void stopped_by(int number, void (*body)(int), int options, int is_sent_to_the_background) {
  print_signal("stopped by ", number);
  printf(is_sent_to_the_background ? ", continued in the background: " : ", continued: ");
  pid_t child = start(NULL, body, number, options);
  print_end(child);
  give_shell_the_terminal();
  printf("; ");
  if (is_sent_to_the_background) {
    kill(child, SIGCONT);
    print_end(child);
    printf("; ");
  }
  require(tcsetpgrp(tty, child) == 0);
  kill(child, SIGCONT);
  print_end(child);
  print_output();
}

static void killed_while_stopped(void) {
  printf("killed while stopped: ");
  pid_t child = start(NULL, stop_and_leave, SIGTSTP, SCREEN);
  print_end(child);
  give_shell_the_terminal();
  kill(child, SIGTERM);
  kill(child, SIGCONT);
  printf("; ");
  print_end(child);
  print_output();
}

/* After posix_spawn(3), a child ignores the signals that the parent's C library has used, and sigaction(3)
   rejects them. */
static void let_librarys_through(void) {
  const uint64_t mask = 3ull << 31;
  const struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
  } by_default = {.handler = SIG_DFL};
  for (int number = 32; number <= 33; number++) {
    require(syscall(SYS_rt_sigaction, number, &by_default, NULL, sizeof mask) == 0);
  }
  require(syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof mask) == 0);
}

static int is_among(int number, const int *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (numbers[i] == number) return 1;
  }
  return 0;
}

int main(void) {
  static const int leaves[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  static const int others[] = {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT,
                               SIGCHLD, SIGURG, SIGWINCH, SIGPIPE};
  struct rlimit none = {0, 0};

  alarm(120);
  let_librarys_through();
  setvbuf(stdout, NULL, _IONBF, 0);
  require(setrlimit(RLIMIT_CORE, &none) == 0);
  require(getsid(0) == getpid() || setsid() > 0);
  open_terminal(&controller, &tty, 0); /* becomes the session's terminal */
  require(pipe(to_child) == 0 && pipe(from_child) == 0);
  require(dup2(tty, 0) == 0);
  require(tcgetattr(tty, &found) == 0);
  found.c_lflag |= TOSTOP | ECHONL;
  found.c_cc[VKILL] = 'K';
  raw = shell = found;
  cfmakeraw(&raw);
  raw.c_lflag |= TOSTOP;
  shell.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  /* A terminal ignores unknown modes. */
  struct termios *all[] = {&raw, &shell, &found};
  for (size_t i = 0; i < 3; i++) {
    require(tcsetattr(tty, TCSANOW, all[i]) == 0 && tcgetattr(tty, all[i]) == 0);
  }

  for (size_t i = 0; i < 4; i++) {
    cell("once", NULL, leave_once, leaves[i], 0);
    cell("once on a screen", NULL, leave_once, leaves[i], SCREEN);
    cell("and TERM", NULL, leave_twice, leaves[i], 0);
    cell("and TERM on a screen", NULL, leave_twice, leaves[i], SCREEN);
    cell("twice, ignored at the start", ignore, outlive, leaves[i], 0);
  }
  for (size_t i = 0; i < 6; i++) {
    cell("sent", NULL, send, crashes[i], 0);
    cell("sent on a screen", NULL, send, crashes[i], SCREEN);
    cell("sent, ignored at the start", ignore, send, crashes[i], 0);
  }
  /* All other signals that end a process, with their default disposition. */
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (is_among(number, leaves, 4) || is_among(number, crashes, 6) || is_among(number, others, 10)) {
      continue;
    }
    cell("sent", NULL, send, number, 0);
    if (sigaction(number, NULL, &action) != 0) continue;
    cell("sent, ignored at the start", ignore, outlive, number, 0);
    cell("sent, handled by the program", handle, outlive, number, 0);
  }
  cell("on another thread", NULL, send_elsewhere, SIGSEGV, 0);
  cell("on another thread, while modes are set", NULL, crash_while_modes_are_set, SIGSEGV, 0);
  cell("while the main thread does not listen", NULL, keep_to_one_thread, SIGTERM, 0);
  cell("while the main thread does not listen", NULL, keep_to_one_thread, SIGTSTP, ORPHAN);
  named = FORMWORK_MODES_NAMED | FORMWORK_USES_PASTE;
  cell("on a screen, with modes named", NULL, send, SIGSEGV, SCREEN);
  named = 0;
  cell("by a null pointer", NULL, touch_nothing, SIGSEGV, 0);
  cell("by endless recursion", NULL, overflow, SIGSEGV, 0);
  cell("by abort", NULL, call_abort, SIGABRT, 0);
  cell("once in the background", NULL, leave_once, SIGTERM, BACKGROUND);
  cell("in the background", NULL, send, SIGSEGV, BACKGROUND);
  cell("on a screen in the background", NULL, send, SIGSEGV, BACKGROUND | SCREEN);
  cell("on a screen that it has stopped", NULL, send, SIGSEGV, STOPPED_OUTPUT | SCREEN);
  cell("on a screen stopped by ^S", NULL, send, SIGSEGV, HELD_OUTPUT | SCREEN);
  cell("on a screen that can only be read", NULL, send, SIGSEGV, READING | SCREEN);
  cell("without a terminal", NULL, send, SIGSEGV, NO_TERMINAL | SCREEN);
  cell("after uninstalling", NULL, uninstall, SIGTERM, 0);
  cell("with no reader", NULL, write_without_reader, SIGPIPE, 0);
  cell("ignored at the start", ignore, outlive, SIGTSTP, 0);
  cell("where nothing would continue it", NULL, stop_and_go_on, SIGTSTP, ORPHAN);
  cell("on a terminal of no session", take_terminal_of_no_session, stop_and_go_on, SIGTSTP, ORPHAN);
  cell("of a child, ignored at the start", ignore, hear_of_child, SIGCHLD, 0);
  cell("dismissed as TERM comes", NULL, dismiss, SIGINT, 0);
  cell("installed twice", NULL, install_twice, SIGTERM, 0);
  for (size_t i = 0; i < 4; i++) cell("once, blocked at the start", block, leave_once, leaves[i], 0);
  cell("blocked at the start", block, block_and_uninstall, SIGCONT, 0);
  cell("blocked at the start", block, stay_blocked, SIGUSR1, 0);
  cell("where nothing stops it, noted", NULL, stop_with_modes_noted, SIGTSTP, ORPHAN);
  cell("where nothing has stopped it", NULL, stop_with_modes_noted, SIGCONT, 0);
  cell("that comes late", NULL, stop_with_modes_noted, SIGTTIN, 0);
  cell("that comes late", NULL, stop_with_modes_noted, SIGTTOU, 0);
  stopped_by(SIGTTIN, be_resumed, BACKGROUND, 0);
  stopped_by(SIGTTOU, be_resumed, BACKGROUND, 0);
  stopped_by(SIGSTOP, stop_with_modes_noted, 0, 0);
  stopped_by(SIGSTOP, stop_with_modes_noted, 0, 1);
  stopped_and_continued();
  continued_in_the_background();
  keys_dropped("in the foreground", 0);
  keys_dropped("in the background", BACKGROUND);
  killed_while_stopped();
  crashed_while_stopped();
  flags_and("a signal", SIGTERM);
  flags_and("a crash", SIGSEGV);
  flags_and("a stop", SIGTSTP);
  flags_and("an end", SIGWINCH);
  return 0;
}
