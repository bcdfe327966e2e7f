#define _GNU_SOURCE
#include "formwork_editor.h"
#include "formwork_terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "formwork-edit-"
#define MARKER ".formwork-edit" /* in each folder of this program until its removal */

/* The time limit for an editor to leave or to stop, in milliseconds. */
#define TIMEOUT 1000

/* The depth of folders that are removed: a handler has a small stack. */
#define DEPTH 4
#define DEPTH_OF_SWEEP 500

static atomic_int editor; /* the process, and its group; 0: none */
static int terminal = -1;
static int has_terminal; /* the editor has received the terminal */
static char folder[PATH_MAX];
static int lock = -1;

/* Handlers cannot call readdir(3), which allocates. */
struct entry {
  uint64_t inode;
  int64_t offset;
  uint16_t size;
  uint8_t type;
  char name[];
};

static int open_folder(int directory, const char *path) {
  return openat(directory, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static int is_mounted(int directory) {
  struct stat own, above;
  return fstat(directory, &own) != 0 || fstatat(directory, "..", &above, 0) != 0 ||
         own.st_dev != above.st_dev;
}

/* Creates the marker in a folder, and returns whether it exists. */
static int mark(int directory) {
  int marker = openat(directory, MARKER, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (marker >= 0) close(marker);
  return marker >= 0;
}

/* Empties a folder, except for mount points and the marker. */
static void empty(int directory, int depth) {
  char entries[2048] __attribute__((aligned(8)));
  int removed;
  /* Removing entries while reading may hide others: start again from the beginning. */
  do {
    removed = 0;
    lseek(directory, 0, SEEK_SET);
    ssize_t count;
    while ((count = syscall(SYS_getdents64, directory, entries, sizeof entries)) > 0) {
      for (ssize_t at = 0; at < count;) {
        struct entry *entry = (struct entry *)(void *)(entries + at);
        at += entry->size;
        if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
        if (strcmp(entry->name, MARKER) == 0) continue;
        if (unlinkat(directory, entry->name, 0) == 0) {
          removed = 1;
          continue;
        }
        int inner = depth > 0 ? open_folder(directory, entry->name) : -1;
        if (inner < 0) continue;
        if (!is_mounted(inner)) empty(inner, depth - 1);
        close(inner);
        removed |= unlinkat(directory, entry->name, AT_REMOVEDIR) == 0;
      }
    }
  } while (removed);
}

/* Empties and removes a folder. The rest is left for a sweep. */
static void remove_folder(int directory, int parent, const char *path, int depth) {
  empty(directory, depth);
  unlinkat(directory, MARKER, 0);
  if (unlinkat(parent, path, AT_REMOVEDIR) != 0) mark(directory);
}

const char *fwe_make_folder(const char *directory) {
  int count = snprintf(folder, sizeof folder, "%s/" PREFIX "XXXXXX", directory);
  if (count < 0 || (size_t)count >= sizeof folder) errno = ENAMETOOLONG;
  else if (mkdtemp(folder) != NULL) {
    lock = open_folder(AT_FDCWD, folder);
    /* A sweep ignores folders without a marker, and locked ones. */
    if (lock >= 0 && flock(lock, LOCK_EX) == 0 && mark(lock)) return folder;
    rmdir(folder);
    if (lock >= 0) close(lock);
    lock = -1;
  }
  folder[0] = 0;
  return NULL;
}

/* Whether a folder was created by this program, and is not used any more. */
static int is_left(int directory, const char *name) {
  struct stat status, marker;
  return strlen(name) == sizeof PREFIX - 1 + 6 && !is_mounted(directory) &&
         fstat(directory, &status) == 0 && status.st_uid == geteuid() &&
         (status.st_mode & 0777) == 0700 && fstatat(directory, MARKER, &marker, 0) == 0 &&
         flock(directory, LOCK_EX | LOCK_NB) == 0;
}

void fwe_sweep(const char *directory) {
  DIR *all = opendir(directory);
  if (all == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(all)) != NULL) {
    if (strncmp(entry->d_name, PREFIX, sizeof PREFIX - 1) != 0) continue;
    int found = open_folder(dirfd(all), entry->d_name);
    if (found < 0) continue;
    if (is_left(found, entry->d_name)) {
      remove_folder(found, dirfd(all), entry->d_name, DEPTH_OF_SWEEP);
    }
    close(found);
  }
  closedir(all);
}

/* Only from the editor: a shell may have the terminal now. */
static void take_terminal(pid_t group) {
  if (has_terminal && tcgetpgrp(terminal) == group) fwt_set_foreground(terminal, getpgrp());
}

static _Noreturn void become(const char *script, const char *argument, pid_t parent,
                             const sigset_t *mask) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    /* Signals ignored at the start stay ignored, except SIGPIPE, which this program ignores. */
    if (action.sa_handler == SIG_IGN && number != SIGPIPE) continue;
    action = (struct sigaction){.sa_handler = SIG_DFL};
    sigaction(number, &action, NULL);
  }
  setpgid(0, 0);
  if (has_terminal) fwt_set_foreground(terminal, getpid());
  prctl(PR_SET_PDEATHSIG, SIGHUP);
  if (getppid() != parent) _exit(127);
  close_range(3, ~0u, 0); /* such as the streams of a front end */
  sigprocmask(SIG_SETMASK, mask, NULL);
  execl("/bin/sh", "sh", "-c", script, "sh", argument, (char *)NULL);
  _exit(127);
}

pid_t fwe_start(int fd, const char *script, const char *argument) {
  sigset_t all, before;
  pid_t parent = getpid();
  terminal = fd;
  has_terminal = fd >= 0 && tcgetpgrp(fd) == getpgrp();
  /* Until exec, the child has the handlers of this process. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = _Fork();
  if (child == 0) become(script, argument, parent, &before);
  int error = errno;
  if (child > 0) {
    setpgid(child, child); /* in both processes, because either may run first */
    if (has_terminal) fwt_set_foreground(terminal, child);
    atomic_store(&editor, child);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return child;
}

enum fwe_news fwe_look(int *status) {
  pid_t child = atomic_load(&editor);
  siginfo_t news = {0};
  if (child <= 0) return FWE_ENDED;
  const int changes = WSTOPPED | WEXITED | WNOHANG | WNOWAIT;
  int is_known = waitid(P_PID, (id_t)child, &news, changes) == 0; /* otherwise another thread has consumed it */
  if (is_known && news.si_pid == 0) return FWE_NONE;
  if (is_known && news.si_code == CLD_STOPPED) return FWE_STOPPED;
  atomic_store(&editor, 0);
  waitpid(child, status, 0); /* it has ended: this does not wait */
  take_terminal(child);
  return FWE_ENDED;
}

int fwe_await(pid_t child, int changes, int milliseconds) {
  const struct timespec pause = {.tv_nsec = 5000000};
  for (;; milliseconds -= 5) {
    siginfo_t news = {0};
    if (waitid(P_PID, (id_t)child, &news, changes | WNOHANG | WNOWAIT) != 0) return 1;
    if (news.si_pid != 0 || milliseconds <= 0) return news.si_pid != 0;
    nanosleep(&pause, NULL);
  }
}

int fwe_hold(void) {
  const int changes = WSTOPPED | WEXITED;
  pid_t group = atomic_load(&editor);
  if (group <= 0) return 0;
  int ran = !fwe_await(group, changes, 0);
  /* Editors restore the screen on SIGTSTP, and draw it again when they continue. */
  if (ran && kill(-group, SIGTSTP) == 0) fwe_await(group, changes, TIMEOUT);
  if (kill(-group, SIGSTOP) == 0) fwe_await(group, changes, TIMEOUT);
  take_terminal(group);
  return ran;
}

void fwe_go_on(void) {
  pid_t group = atomic_load(&editor);
  if (group <= 0) return;
  if (has_terminal && tcgetpgrp(terminal) == getpgrp()) fwt_set_foreground(terminal, group);
  kill(-group, SIGCONT);
}

int fwe_end(void) {
  int error = errno;
  /* Keep the number until the editor has ended: a second signal may arrive earlier. */
  pid_t group = atomic_load(&editor);
  if (group > 0) {
    /* Some editors restore the screen on SIGHUP. */
    kill(-group, SIGHUP);
    kill(-group, SIGCONT);
    fwe_await(group, WEXITED, TIMEOUT);
    kill(-group, SIGKILL);
    fwe_await(group, WEXITED, TIMEOUT);
    atomic_store(&editor, 0);
    waitpid(group, NULL, WNOHANG);
    take_terminal(group);
  }
  if (lock >= 0) {
    remove_folder(lock, AT_FDCWD, folder, DEPTH);
    close(lock);
    lock = -1;
    folder[0] = 0;
  }
  errno = error;
  return group > 0;
}
