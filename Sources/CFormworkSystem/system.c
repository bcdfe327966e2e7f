#define _GNU_SOURCE
#include "CFormworkSystem.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int fws_is_secure_execution(void) { return getauxval(AT_SECURE) != 0; }

const char *fws_program_path(void) { return (const char *)getauxval(AT_EXECFN); }

int fws_forbid_dumps(void) {
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
  return prctl(PR_SET_DUMPABLE, 0);
}

void fws_occupy_standard_streams(void) {
  for (int fd = 0; fd <= 2; fd++) {
    // open(2) returns the lowest free number.
    if (fcntl(fd, F_GETFD) < 0) (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

int fws_open_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int fws_open_memory_file(void) { return memfd_create("text", MFD_CLOEXEC); }

int fws_open_path(int parent, const char *path) {
  return openat(parent, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int fws_spawn(pid_t *pid, char *const argv[], char *const envp[], int has_session,
              const char *terminal, const int *fds, int count) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, keys;
  sigfillset(&all);
  sigemptyset(&keys);
  if (!has_session) sigaddset(&keys, SIGINT), sigaddset(&keys, SIGQUIT), sigaddset(&keys, SIGTSTP);
  // In glibc these two, and the setters of the attributes, always succeed.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &keys);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (has_session) flags |= POSIX_SPAWN_SETSID;
  posix_spawnattr_setflags(&attributes, flags);
  int error = 0;
  if (terminal != NULL) {
    // The first terminal that a session leader opens becomes its controlling terminal.
    error = posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, 0, 1);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, 0, 2);
  }
  int spares[8], spare_count = 0;
  for (int number = 0; error == 0 && number < count; number++) {
    if (fds[number] < 0) continue;
    // A lower number would be overwritten by another one.
    int spare = fcntl(fds[number], F_DUPFD_CLOEXEC, count);
    if (spare >= 0) spares[spare_count++] = spare;
    error = spare < 0 ? errno : posix_spawn_file_actions_adddup2(&actions, spare, number);
  }
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
  if (error == 0) error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  while (spare_count > 0) close(spares[--spare_count]);
  return error;
}

int fws_open_end_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGQUIT);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  return signalfd(-1, &signals, SFD_CLOEXEC);
}

int fws_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int fws_is_stopped(pid_t pid) {
  siginfo_t news = {0};
  if (waitid(P_PID, (id_t)pid, &news, WSTOPPED | WNOHANG | WNOWAIT) != 0) return 0;
  return news.si_pid == pid && (news.si_code == CLD_STOPPED || news.si_code == CLD_TRAPPED);
}

int fws_open_pseudo_terminal(void) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (grantpt(fd) != 0 || unlockpt(fd) != 0) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

int fws_pseudo_terminal_path(int fd, char *buffer, size_t byte_count) {
  return ptsname_r(fd, buffer, byte_count);
}

int fws_set_window_size(int fd, uint16_t columns, uint16_t rows) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(fd, TIOCSWINSZ, &size);
}

int fws_readable_byte_count(int fd) {
  int count = 0;
  return ioctl(fd, FIONREAD, &count) == 0 ? count : -1;
}

int fws_unread_byte_count(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

size_t fws_allocated_byte_count(void) {
  struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

static int argument_count;
static char **arguments;

/* In glibc, ld.so and the start files pass main's arguments to each constructor. */
__attribute__((constructor)) static void note_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

int fws_argument_count(void) { return argument_count; }

const char *fws_argument(int index) { return arguments[index]; }

char **fws_environment(void) { return environ; }

/* An eventfd(2) for run loops, which is readable while the main queue has work. Source: libdispatch,
   private/queue_private.h. Weak, because a program without tasks may not link it. */
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));

int fws_main_queue_has_work(void) {
  if (_dispatch_get_main_queue_handle_4CF == NULL) return 0;
  struct pollfd entry = {_dispatch_get_main_queue_handle_4CF(), POLLIN, 0};
  return entry.fd >= 0 && poll(&entry, 1, 0) > 0;
}

/* Both are in libdispatch, and weak as well. */
extern void *dispatch_get_current_queue(void) __attribute__((weak));
extern void dispatch_retain(void *queue) __attribute__((weak));

void fws_keep_current_queue(void) {
  if (dispatch_get_current_queue == NULL || dispatch_retain == NULL) return;
  dispatch_retain(dispatch_get_current_queue());
}

int fws_is_main_thread(void) { return gettid() == getpid(); }

size_t fws_stack_bottom(void) {
  // For the main thread, the system reads a long file.
  static _Thread_local size_t known;
  if (known != 0) return known;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *bottom = NULL;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  return known = (size_t)bottom;
}

int fws_try_descriptors(int count) {
  // A copy of standard input, which is always open, at least as /dev/null.
  int copy = fcntl(0, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return errno;
  int error = count > 1 ? fws_try_descriptors(count - 1) : 0;
  close(copy);
  return error;
}

int fws_try_memory(size_t byte_count) {
  void *space = mmap(NULL, byte_count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) return errno;
  munmap(space, byte_count);
  return 0;
}

void fws_tune_memory(void) {
  (void)mallopt(M_ARENA_MAX, 2);
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

void fws_keep_openssl(void *library) {
  int (*initialise)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  if (initialise != NULL) (void)initialise(0x00080000, NULL);
}

static void *wait_for(void *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

int fws_try_threads(int count) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[16];
  int started = 0;
  int error = 0;
  // Each waits for the last one, so that all exist at the same time.
  pthread_mutex_lock(&mutex);
  while (error == 0 && started < count && started < 16) {
    error = pthread_create(&threads[started], NULL, wait_for, &mutex);
    if (error == 0) started++;
  }
  pthread_mutex_unlock(&mutex);
  while (started > 0) pthread_join(threads[--started], NULL);
  return error;
}
