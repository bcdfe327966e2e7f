#define _GNU_SOURCE
#include "CFormworkSystem.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Sent after the keeper has ended. */
#define KEEPER_GONE SIGUSR1

/* The end of a session leader hangs up its terminal: descendants must be ended first. */
static volatile sig_atomic_t has_hung_up;

static void hang_up(int number) {
  (void)number;
  has_hung_up = 1;
  kill(getpid(), KEEPER_GONE);
}

static void *await_end_of_keeper(void *unused) {
  int number;
  sigset_t only;
  (void)unused;
  sigemptyset(&only);
  sigaddset(&only, KEEPER_GONE);
  while (sigwait(&only, &number) != 0) continue;
  fws_end_descendants();
  if (has_hung_up) fwg_die_of(SIGHUP);
  _exit(EXIT_FAILURE);
}

/* The time limit for the child to end after a signal, in seconds. */
#define PATIENCE 3

/* Passes signals on to the child, and exits with its status. A child that a front end has stopped is ended. */
static _Noreturn void keep(pid_t child, const sigset_t *awaited) {
  static const struct timespec patience = {.tv_sec = PATIENCE};
  int status, passed = 0;
  while (waitpid(child, &status, WNOHANG) != child) {
    int number = passed ? sigtimedwait(awaited, NULL, &patience) : sigwaitinfo(awaited, NULL);
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

int fws_split_off_keeper(void) {
  static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  sigset_t awaited, before, only;
  struct sigaction action;
  pthread_t thread;
  pid_t keeper = getpid();
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    int is_known = sigaction(numbers[i], NULL, &action) == 0;
    if (is_known && action.sa_handler != SIG_IGN) sigaddset(&awaited, numbers[i]);
  }
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&only);
  sigaddset(&only, KEEPER_GONE);
  pthread_sigmask(SIG_BLOCK, &only, NULL);
  pthread_sigmask(SIG_BLOCK, &awaited, &before);
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  pid_t child = fork();
  if (child > 0) keep(child, &awaited);
  int error = child < 0 ? errno : 0;
  if (child == 0) {
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    (void)prctl(PR_SET_PDEATHSIG, KEEPER_GONE);
    if (getppid() != keeper) _exit(EXIT_FAILURE);
    if (sigismember(&awaited, SIGHUP)) signal(SIGHUP, hang_up);
    error = pthread_create(&thread, NULL, await_end_of_keeper, NULL);
    if (error == 0) pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

int fws_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }
