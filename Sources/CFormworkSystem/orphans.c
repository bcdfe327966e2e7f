#define _GNU_SOURCE
#include "CFormworkSystem.h"
#include "formwork_terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Limits for endless forks: rounds of 5 ms, and the depth. */
#define ROUNDS 100
#define DEPTH 32

/* The state of this process before its first runner: its own children, and its terminal. */
static struct {
  pid_t children[256];
  int child_count;
  int is_subreaper;
  int has_terminal;
} before;

/* A process in /proc: the letter of its state, and whether it cannot gain privileges. */
struct process {
  char state;
  int is_bound;
};

static struct process look_at(pid_t pid) {
  struct process process = {.state = 'X'};
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) return process;
  /* The name, in parentheses, may contain any character. */
  char *end = fgets(line, sizeof line, file) == NULL ? NULL : strrchr(line, ')');
  if (end != NULL) sscanf(end, ") %c", &process.state);
  fclose(file);
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  file = fopen(path, "re");
  if (file == NULL) return process;
  while (fgets(line, sizeof line, file) != NULL &&
         sscanf(line, "NoNewPrivs: %d", &process.is_bound) != 1) {
  }
  fclose(file);
  return process;
}

/* Whether an open file is a terminal: that of this process's standard streams, or /dev/tty. */
static int is_terminal(const struct stat *file) {
  struct stat own;
  if (!S_ISCHR(file->st_mode)) return 0;
  if (file->st_rdev == makedev(5, 0)) return 1;
  for (int fd = 0; fd <= 2; fd++) {
    if (isatty(fd) && fstat(fd, &own) == 0 && own.st_rdev == file->st_rdev) return 1;
  }
  return 0;
}

/* Whether a thread, which may have its own files, has a terminal open. True if its files are not visible. */
static int has_terminal_open(const char *path) {
  struct dirent *entry;
  struct stat file;
  int has_it = 0;
  DIR *files = opendir(path);
  if (files == NULL) return 1;
  while (!has_it && (entry = readdir(files)) != NULL) {
    has_it = fstatat(dirfd(files), entry->d_name, &file, 0) == 0 && is_terminal(&file);
  }
  closedir(files);
  return has_it;
}

/* Whether a process can read keys, because it can open its session's terminal, or has it open. The open files of a
   runner's children are not visible. */
static int reaches_terminal(pid_t pid) {
  char path[300];
  struct dirent *entry;
  int has_it = 0;
  if (getsid(pid) == getsid(0)) return 1;
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *threads = opendir(path);
  if (threads == NULL) return 1;
  while (!has_it && (entry = readdir(threads)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/fd", (int)pid, entry->d_name);
    has_it = has_terminal_open(path);
  }
  closedir(threads);
  return has_it;
}

/* Calls a function for each child of a process, and returns the sum of the results. */
static int for_children(pid_t parent, int (*act)(pid_t child, int depth), int depth) {
  char path[300];
  int pid, sum = 0;
  struct dirent *entry;
  snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
  DIR *threads = opendir(path);
  if (threads == NULL) return 0;
  while ((entry = readdir(threads)) != NULL) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)parent, entry->d_name);
    FILE *children = fopen(path, "re");
    if (children == NULL) continue;
    while (fscanf(children, "%d", &pid) == 1) sum += act(pid, depth);
    fclose(children);
  }
  closedir(threads);
  return sum;
}

/* Ends a runner's descendant and its own descendants, if they can read keys, and returns their number. They are
   recognised by the flag that they cannot gain privileges, which a runner sets and passes on. */
static int end_orphans(pid_t pid, int depth) {
  for (int i = 0; depth == 0 && i < before.child_count; i++) {
    if (before.children[i] == pid) return 0;
  }
  struct process process = look_at(pid);
  if (!process.is_bound) return 0;
  if (process.state == 'Z') {
    if (depth == 0) waitpid(pid, NULL, WNOHANG);
    return 0;
  }
  int count = depth < DEPTH ? for_children(pid, end_orphans, depth + 1) : 0;
  if (!reaches_terminal(pid)) return count;
  kill(pid, SIGKILL);
  return count + 1;
}

static int note_child(pid_t pid, int depth) {
  const int limit = sizeof before.children / sizeof before.children[0];
  if (depth == 0 && before.child_count < limit) before.children[before.child_count++] = pid;
  return 0;
}

static int open_terminal(void) { return open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC); }

int fws_adopt_orphans(int is_on) {
  if (!is_on) return prctl(PR_SET_CHILD_SUBREAPER, before.is_subreaper, 0, 0, 0);
  int terminal = open_terminal();
  before.has_terminal = terminal >= 0 && tcgetpgrp(terminal) == getpgrp();
  if (terminal >= 0) close(terminal);
  before.child_count = 0;
  for_children(getpid(), note_child, 0);
  if (prctl(PR_GET_CHILD_SUBREAPER, &before.is_subreaper, 0, 0, 0) != 0) before.is_subreaper = 0;
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* Children of an ended process become this process's in turn. A traced process may stay. */
static void end_children(int (*end)(pid_t child, int depth)) {
  const struct timespec pause = {.tv_nsec = 5000000};
  for (int round = 0; round < ROUNDS && for_children(getpid(), end, 0) > 0; round++) {
    nanosleep(&pause, NULL);
  }
}

void fws_end_orphans(void) {
  /* If this process has the flag itself, they cannot be distinguished from its other children. */
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0) end_children(end_orphans);
}

/* Ends a process and its descendants, and returns their number. */
static int end_tree(pid_t pid, int depth) {
  int count = depth < DEPTH ? for_children(pid, end_tree, depth + 1) : 0;
  kill(pid, SIGKILL);
  if (depth == 0) waitpid(pid, NULL, WNOHANG);
  return count + 1;
}

void fws_end_descendants(void) { end_children(end_tree); }

/* Whether a process in the group runs, because a zombie can keep the group for ever. */
static int has_life(pid_t group) {
  if (kill(-group, 0) != 0 && errno == ESRCH) return 0;
  struct dirent *entry;
  int is_alive = 0;
  DIR *processes = opendir("/proc");
  if (processes == NULL) return 1;
  while (!is_alive && (entry = readdir(processes)) != NULL) {
    pid_t pid = (pid_t)atoi(entry->d_name);
    if (pid <= 0 || getpgid(pid) != group) continue;
    struct process process = look_at(pid);
    is_alive = process.state != 'Z' && process.state != 'X';
  }
  closedir(processes);
  return is_alive;
}

void fws_take_foreground(void) {
  int terminal = before.has_terminal ? open_terminal() : -1;
  if (terminal < 0) return;
  pid_t foreground = tcgetpgrp(terminal);
  /* A group with processes may be a shell's, which has put this program in the background. */
  if (foreground > 0 && foreground != getpgrp() && !has_life(foreground)) {
    fwt_set_foreground(terminal, getpgrp());
  }
  close(terminal);
}

/* Sent after the supervisor has ended. */
#define SUPERVISOR_GONE SIGUSR1

/* The end of a session leader hangs up its terminal: descendants must be ended first. */
static volatile sig_atomic_t has_hung_up;

static void hang_up(int number) {
  (void)number;
  has_hung_up = 1;
  kill(getpid(), SUPERVISOR_GONE);
}

static void *await_end_of_supervisor(void *unused) {
  int number;
  sigset_t only;
  (void)unused;
  sigemptyset(&only);
  sigaddset(&only, SUPERVISOR_GONE);
  while (sigwait(&only, &number) != 0) continue;
  fws_end_descendants();
  if (has_hung_up) fwg_die_of(SIGHUP);
  _exit(EXIT_FAILURE);
}

/* The time limit for the child to end after a signal, in seconds. */
#define TIMEOUT 3

/* Passes signals on to the child, and exits with its status. A child that a front end has stopped is ended. */
static _Noreturn void keep(pid_t child, const sigset_t *awaited) {
  static const struct timespec timeout = {.tv_sec = TIMEOUT};
  int status, passed = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    int number = passed ? sigtimedwait(awaited, NULL, &timeout) : sigwaitinfo(awaited, NULL);
    if (number < 0 && errno == EAGAIN) kill(child, SIGKILL);
    if (number <= 0 || number == SIGCHLD) continue;
    passed = number;
    kill(child, number);
    kill(child, SIGCONT);
  }
  /* This process has adopted the descendants of the child. */
  fws_end_descendants();
  if (passed && status != 0) fwg_die_of(passed);
  if (WIFSIGNALED(status)) fwg_die_of(WTERMSIG(status));
  _exit(WEXITSTATUS(status));
}

int fws_split_off_supervisor(void) {
  static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  sigset_t awaited, before, only;
  struct sigaction action;
  pthread_t thread;
  pid_t supervisor = getpid();
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    int is_known = sigaction(numbers[i], NULL, &action) == 0;
    if (is_known && action.sa_handler != SIG_IGN) sigaddset(&awaited, numbers[i]);
  }
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&only);
  sigaddset(&only, SUPERVISOR_GONE);
  pthread_sigmask(SIG_BLOCK, &only, NULL);
  pthread_sigmask(SIG_BLOCK, &awaited, &before);
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  pid_t child = fork();
  if (child > 0) keep(child, &awaited);
  int error = child < 0 ? errno : 0;
  if (child == 0) {
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SUPERVISOR_GONE);
    if (getppid() != supervisor) _exit(EXIT_FAILURE);
    if (sigismember(&awaited, SIGHUP)) signal(SIGHUP, hang_up);
    error = pthread_create(&thread, NULL, await_end_of_supervisor, NULL);
    if (error == 0) pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

int fws_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }
