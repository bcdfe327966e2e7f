/*
 * Kills the host of a runner, as `kill -9` does, and reports the results for the runner and the terminal.
 *
 *   orphan RUNNER FRONT_END IDENTITY COMMAND [taken|left|stopped|reading]
 *
 * Start it as the leader of a session on a terminal, which then outlives host and runner. The front end is
 * puppet.c, which has made the terminal raw and runs COMMAND when its host dies. With `taken`, another
 * process group has the terminal and has set its own modes. With `left`, it has not changed them. With
 * `stopped`, the runner is stopped. With `reading`, its standard input is read-only.
 */
#define _GNU_SOURCE
#include "formwork.h"
#include "formwork_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define require(condition)                                        \
  do {                                                            \
    if (!(condition)) {                                           \
      fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
      _exit(99);                                                  \
    }                                                             \
  } while (0)

static struct termios found, shells;

static const char *modes(void) {
  struct termios now;
  require(tcgetattr(0, &now) == 0);
  if (now.c_lflag == found.c_lflag && now.c_iflag == found.c_iflag) return "found";
  return now.c_lflag == shells.c_lflag && now.c_iflag == shells.c_iflag ? "the shell's" : "raw";
}

static void tell(int socket, uint32_t kind, const char *text, int64_t number, int64_t count) {
  char datagram[256];
  struct formwork_packet packet = {.kind = kind, .number = number, .count = count};
  packet.byte_count = (uint32_t)strlen(text);
  memcpy(datagram, &packet, sizeof packet);
  memcpy(datagram + sizeof packet, text, packet.byte_count);
  require(send(socket, datagram, sizeof packet + packet.byte_count, 0) > 0);
}

static void hear(int socket, uint32_t kind) {
  char datagram[1024];
  struct formwork_packet packet;
  require(recv(socket, datagram, sizeof datagram, 0) >= (ssize_t)sizeof packet);
  memcpy(&packet, datagram, sizeof packet);
  require(packet.kind == kind);
}

static _Noreturn void be_host(char **arguments, int result) {
  int ends[2];
  char parent[16];
  snprintf(parent, sizeof parent, "%d", (int)getpid());
  require(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
  pid_t runner = fork();
  require(runner >= 0);
  if (runner == 0) {
    if (arguments[5] != NULL && strcmp(arguments[5], "reading") == 0) {
      require(dup2(open(ttyname(0), O_RDONLY | O_CLOEXEC), 0) == 0);
    }
    int end = fcntl(ends[1], F_DUPFD_CLOEXEC, 64);
    require(dup2(end, FORMWORK_WIRE_DESCRIPTOR) == FORMWORK_WIRE_DESCRIPTOR);
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", arguments[2]);
    *strrchr(folder, '/') = 0;
    int opened = open(folder, O_PATH | O_CLOEXEC);
    require(dup2(opened, FORMWORK_WIRE_FOLDER) == FORMWORK_WIRE_FOLDER);
    execl(arguments[1], arguments[1], arguments[2], arguments[3], parent, NULL);
    require(0);
  }
  require(close(ends[1]) == 0);
  hear(ends[0], FORMWORK_WIRE_LOADED);
  tell(ends[0], FORMWORK_WIRE_RUN, "", 0, 1);
  hear(ends[0], FORMWORK_WIRE_DRAINED);
  tell(ends[0], FORMWORK_ATTACH, "raw", 0, 0);
  hear(ends[0], FORMWORK_LOG);
  tell(ends[0], FORMWORK_ATTACH, arguments[4], 0, 0);
  hear(ends[0], FORMWORK_LOG);
  require(write(result, &runner, sizeof runner) == sizeof runner);
  for (;;) pause();
}

int main(int argc, char **argv) {
  int result[2], status;
  pid_t runner;
  alarm(30);
  require(argc == 5 || argc == 6);
  int is_left = argc == 6 && strcmp(argv[5], "left") == 0;
  int is_taken = is_left || (argc == 6 && strcmp(argv[5], "taken") == 0);
  int is_stopped = argc == 6 && strcmp(argv[5], "stopped") == 0;
  require(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0);
  require(tcgetattr(0, &found) == 0 && pipe(result) == 0);
  shells = found;
  shells.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  signal(SIGTTOU, SIG_IGN);

  pid_t host = fork();
  require(host >= 0);
  if (host == 0) {
    require(!is_taken || (setpgid(0, 0) == 0 && tcsetpgrp(0, getpid()) == 0));
    signal(SIGTTOU, SIG_DFL);
    be_host(argv, result[1]);
  }
  require(read(result[0], &runner, sizeof runner) == sizeof runner);
  if (strcmp(argv[4], "hides") == 0 || strcmp(argv[4], "prompts") == 0) {
    struct termios now;
    do require(tcgetattr(0, &now) == 0);
    while (!(now.c_lflag & (ICANON | ISIG)));
  }
  if (is_taken) require(tcsetpgrp(0, getpid()) == 0);
  if (is_taken && !is_left) require(tcsetattr(0, TCSANOW, &shells) == 0);
  if (is_stopped) {
    char state = 0, path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)runner);
    require(kill(runner, SIGSTOP) == 0);
    while (state != 'T') {
      FILE *file = fopen(path, "re");
      require(file != NULL && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
      fclose(file);
    }
  }
  printf("modes %s; ", modes());
  require(kill(host, SIGKILL) == 0 && waitpid(host, &status, 0) == host);
  require(waitpid(runner, &status, 0) == runner);
  if (WIFEXITED(status)) printf("runner ended with %d", WEXITSTATUS(status));
  if (WIFSIGNALED(status)) printf("runner killed by %s", sigabbrev_np(WTERMSIG(status)));
  printf(", modes %s.\n", modes());
  return 0;
}
