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
#include "formwork_wake_up.h"

/* getauxval(3) of AT_SECURE: not 0 where the program runs with raised privileges. */
int fws_is_secure_execution(void);

/* getauxval(3) of AT_EXECFN: the path by which the program was started; or NULL. */
const char *fws_program_path(void);

/* How many arguments main gets, the program's name among them, and each of them. */
int fws_argument_count(void);
const char *fws_argument(int index);

/* environ(7). */
char **fws_environment(void);

/* Whether that many descriptors more can be open, that many bytes of address space can be had, and that many
   threads more, at most 16, can run at one time. 0, or the errno of the first that cannot. */
int fws_try_descriptors(int count);
int fws_try_memory(size_t byte_count);
int fws_try_threads(int count);

/* mallopt(M_ARENA_MAX): all threads but the first allocate from one arena. Each has 64 MB of address space. */
void fws_share_arena(void);

/* prctl(PR_SET_DUMPABLE, 0) and RLIMIT_CORE 0: no core file, no other process may look. */
int fws_forbid_dumps(void);

/* Opens /dev/null in place of each standard stream that is closed, so that it can be neither read (0)
   nor written (1, 2): no other file gets its number. */
void fws_occupy_standard_streams(void);

/* openat(2) with O_PATH, O_NOFOLLOW and O_CLOEXEC; or -1 and errno. */
int fws_open_path(int parent, const char *path);

/* socketpair(2) of AF_UNIX, SOCK_SEQPACKET and SOCK_CLOEXEC. 0, or -1 and errno. */
int fws_packet_pair(int pair[2]);

/* posix_spawn(3) with the caller's standard streams, fd as 3, folder as 4, and no other descriptor;
   every signal with its default disposition, and those of the keys blocked. 0, or an errno. */
int fws_spawn_with(pid_t *pid, const char *path, char *const argv[], char *const envp[], int fd,
                   int folder);

/* As fws_spawn_with, but with no signal blocked, and in a session of its own, whose controlling terminal is
   the one at that path and is the three standard streams. 0, or an errno. */
int fws_spawn_on_terminal(pid_t *pid, const char *path, char *const argv[], char *const envp[],
                          const char *terminal, int fd, int folder);

/* pidfd_open(2), close-on-exec as always; or -1 and errno. */
int fws_pidfd_open(pid_t pid);

/* waitid(2) without waiting and without taking notice: whether the child is stopped now. */
int fws_is_stopped(pid_t pid);

/* prctl(PR_SET_CHILD_SUBREAPER): what this process's children leave behind becomes its own; off again, as it was.
   To be switched on before there is a runner: the children that there are by then are left alone. 0, or -1 and
   errno. */
int fws_adopt_orphans(int is_on);

/* Ends what an ended runner has left behind in this process's session, or with the terminal open, once
   orphans are adopted. Needs /proc. */
void fws_end_orphans(void);

/* Ends all processes below this one: those that lost their parents, too, where this one is a subreaper. Needs /proc. */
void fws_end_descendants(void);

/* Goes on in a child, for which this process, its keeper, waits. However one of the two ends, the other ends all
   processes below, and ends as well: the keeper as the child has ended. To be called while there is one thread. 0, or the
   errno of what kept the child, or the thread that waits for the keeper's end, from being made. */
int fws_split_off_keeper(void);

/* prctl(PR_SET_PDEATHSIG): this process is killed when the thread ends that has started it. 0, or -1 and errno. */
int fws_die_with_parent(void);

/* Takes a foreground in which no process is left, where it was this process's when orphans were adopted. */
void fws_take_foreground(void);

/* posix_openpt(3), grantpt(3), unlockpt(3): the controlling side, close-on-exec; or -1 and errno. */
int fws_open_pseudo_terminal(void);

/* The path of the other side of a pseudo-terminal, into buffer. 0, or an errno. */
int fws_pseudo_terminal_path(int fd, char *buffer, size_t byte_count);

/* ioctl TIOCSWINSZ. 0, or -1 and errno. */
int fws_set_window_size(int fd, uint16_t columns, uint16_t rows);

/* ioctl FIONREAD: how many bytes could be read now; or -1 and errno. */
int fws_readable_byte_count(int fd);

/* ioctl SIOCOUTQ of a socket: 0 once the other side has taken all that was sent; or -1 and errno. */
int fws_untaken_byte_count(int socket);

/* mallinfo2(3): how many bytes are allocated. */
size_t fws_allocated_byte_count(void);

/* Whether something waits for the main thread's queue, on which Swift's main actor runs. The first call makes it tell:
   what was there before does not count. */
int fws_main_queue_has_work(void);

/* Keeps the queue of libdispatch that this thread works on until the process ends: to dispose of one waits, for ever if
   need be, until the system has room for a thread. */
void fws_keep_current_queue(void);

/* Whether this thread is the process's first. */
int fws_is_main_thread(void);

#endif
