#include "CFormworkSystem.h"
#include "formwork_terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runaway forks are not followed for ever. */
#define ROUNDS 100

int fws_adopt_orphans(int is_on) { return prctl(PR_SET_CHILD_SUBREAPER, is_on, 0, 0, 0); }

/* Whether a process was started by a runner, and is where the keys of the terminal go: a runner takes
   the way to privileges from itself, and from all that it starts, for ever. */
static int is_left(pid_t pid, pid_t foreground) {
  char path[64], line[256];
  int is_bound = 0;
  pid_t group = getpgid(pid);
  if (group != getpgrp() && group != foreground) return 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *status = fopen(path, "re");
  if (status == NULL) return 0;
  while (fgets(line, sizeof line, status) != NULL && sscanf(line, "NoNewPrivs: %d", &is_bound) != 1) {
  }
  fclose(status);
  return is_bound;
}

/* Whether there were such among the children of one thread. */
static int end_orphans_of(const char *thread, pid_t foreground) {
  char path[300];
  int pid, found = 0;
  snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
  FILE *children = fopen(path, "re");
  if (children == NULL) return 0;
  while (fscanf(children, "%d", &pid) == 1) {
    if (!is_left(pid, foreground)) continue;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    found = 1;
  }
  fclose(children);
  return found;
}

void fws_end_orphans(void) {
  /* Where this process has the mark as well, they cannot be told from its own children. */
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0) return;
  int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  pid_t foreground = tcgetpgrp(terminal);
  /* Those of one that is ended become this process's in turn. */
  for (int round = 0, found = 1; found && round < ROUNDS; round++) {
    DIR *threads = opendir("/proc/self/task");
    struct dirent *entry;
    found = 0;
    if (threads == NULL) break;
    while ((entry = readdir(threads)) != NULL) {
      if (entry->d_name[0] != '.') found |= end_orphans_of(entry->d_name, foreground);
    }
    closedir(threads);
  }
  /* A shell's group has processes. */
  if (foreground > 0 && kill(-foreground, 0) != 0 && errno == ESRCH) {
    fwt_set_foreground(terminal, getpgrp());
  }
  if (terminal >= 0) close(terminal);
}
