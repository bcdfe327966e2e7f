/*
 * The few Linux system calls that Swift's Glibc module lacks. One thin wrapper each, no policy.
 */
#ifndef CFORMWORKSYSTEM_H
#define CFORMWORKSYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "formwork_editor.h"
#include "formwork_guard.h"

/* getauxval(3) of AT_SECURE: not 0 if the program runs with raised privileges. */
int fws_is_secure_execution(void);

/* getauxval(3) of AT_EXECFN: the path by which the program was started; or NULL. */
const char *fws_program_path(void);

/* The number of arguments of main, including the program's name, and each of them. */
int fws_argument_count(void);
const char *fws_argument(int index);

/* environ(7). */
char **fws_environment(void);

/* Try to open `count` more descriptors, to allocate `byte_count` bytes of address space, and to start `count`
   more threads, at most 16. Return 0, or the errno of the first failure. */
int fws_try_descriptors(int count);
int fws_try_memory(size_t byte_count);
int fws_try_threads(int count);

/* mallopt(3): all threads except the first share one arena, because each arena reserves 64 MB of addresses. A block of
   1 MB or more returns to the system when it is freed: by default, this limit rises to the size of such a block. */
void fws_tune_memory(void);

/* OPENSSL_init_crypto(3) with OPENSSL_INIT_NO_ATEXIT, if a library that was just loaded uses OpenSSL. Otherwise exit(3)
   cleans OpenSSL up while other threads still connect, and they crash. */
void fws_keep_openssl(void *library);

/* prctl(PR_SET_DUMPABLE, 0) and RLIMIT_CORE 0: no core file, and no access by other processes. */
int fws_forbid_dumps(void);

/* Opens /dev/null in place of each closed standard stream, such that it can be neither read (0) nor
   written (1, 2). So no other file gets its number. */
void fws_occupy_standard_streams(void);

/* pipe2(2) with O_CLOEXEC: the ends for reading and for writing. Returns 0, or -1 and errno. */
int fws_open_pipe(int ends[2]);

/* memfd_create(2) with MFD_CLOEXEC: an empty file without a name; or -1 and errno. */
int fws_open_memory_file(void);

/* openat(2) with O_PATH, O_NOFOLLOW and O_CLOEXEC; or -1 and errno. */
int fws_open_path(int parent, const char *path);

/* posix_spawnp(3) with the descriptors fds as 0, 1 and so on, and no others; -1: the terminal's, or this process's. All
   signals have their default dispositions. Without a session of its own, the signals of keys, which are for this
   process, are blocked. A terminal becomes the controlling one of that session. Returns 0, or an errno. */
int fws_spawn(pid_t *pid, char *const argv[], char *const envp[], int has_session,
              const char *terminal, const int *fds, int count);

/* signalfd(2): a descriptor that is readable after SIGINT, SIGTERM or SIGHUP, which it blocks; or -1 and errno. */
int fws_open_end_signals(void);

/* pidfd_open(2), close-on-exec as always; or -1 and errno. */
int fws_pidfd_open(pid_t pid);

/* Whether the child is stopped, by waitid(2) without waiting and without consuming the status. */
int fws_is_stopped(pid_t pid);

/* prctl(PR_SET_CHILD_SUBREAPER): this process adopts orphans of its children. Switching it off restores the old
   state. Switch it on before the first runner starts, because existing children are left alone. Returns 0, or
   -1 and errno. */
int fws_adopt_orphans(int is_on);

/* Ends the orphans of an ended runner that are in this process's session or have the terminal open, if
   orphans are adopted. Requires /proc. */
void fws_end_orphans(void);

/* Ends all descendants of this process, including orphans if it is a subreaper. Requires /proc. */
void fws_end_descendants(void);

/* Continues in a child, while this process, its supervisor, waits. If one of them ends in any way, the other one ends
   all descendants and exits: the supervisor with the status of the child. Call it while there is only one thread.
   Returns 0, or the errno of starting the child, or the thread that waits for the supervisor's end. */
int fws_split_off_supervisor(void);

/* prctl(PR_SET_PDEATHSIG): the kernel kills this process when the thread that started it ends. Returns 0, or -1
   and errno. */
int fws_die_with_parent(int signal);

/* Takes back the foreground from a group without processes, if this process had it when it adopted orphans. */
void fws_take_foreground(void);

/* posix_openpt(3), grantpt(3), unlockpt(3): the controlling side, close-on-exec; or -1 and errno. */
int fws_open_pseudo_terminal(void);

/* The path of the other side of a pseudo-terminal, into buffer. 0, or an errno. */
int fws_pseudo_terminal_path(int fd, char *buffer, size_t byte_count);

/* ioctl TIOCSWINSZ. 0, or -1 and errno. */
int fws_set_window_size(int fd, uint16_t columns, uint16_t rows);

/* ioctl FIONREAD: the number of bytes ready to be read; or -1 and errno. */
int fws_readable_byte_count(int fd);

/* ioctl SIOCOUTQ of a socket: 0 after the other side has read everything; or -1 and errno. */
int fws_unread_byte_count(int socket);

/* mallinfo2(3): the number of allocated bytes. */
size_t fws_allocated_byte_count(void);

/* Whether the main thread's queue, which runs Swift's main actor, has work. The first call starts the observation:
   earlier work does not count. */
int fws_main_queue_has_work(void);

/* Keeps the libdispatch queue of this thread until the process ends: disposing of it may wait for ever until the system
   can start a thread. */
void fws_keep_current_queue(void);

/* Whether this thread is the process's first. */
int fws_is_main_thread(void);

/* The lowest address of this thread's stack; 0 if the system cannot tell. */
size_t fws_stack_bottom(void);

#endif
