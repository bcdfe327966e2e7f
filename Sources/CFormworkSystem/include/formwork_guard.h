/*
 * Restores the modes of one terminal, and the flags of the standard streams, after signals, crashes and
 * stops. All fwg functions except fwg_install and fwg_uninstall are safe in a signal handler.
 *
 * The thread that installs the guard does the work of all handlers. Other threads pass their signals to it.
 */
#ifndef FORMWORK_GUARD_H
#define FORMWORK_GUARD_H

#include <sys/types.h>

/* A descriptor that other threads and signal handlers can make readable, without system calls while nothing
   changes. */
typedef struct fww_wake_up fww_wake_up;

/* Creates a wake-up that is not raised. Returns NULL and errno if the system has no descriptor left. */
fww_wake_up *fww_make(void);

void fww_free(fww_wake_up *wake_up);

/* A non-blocking eventfd to poll for input. Only the functions below read or write it. */
int fww_descriptor(const fww_wake_up *wake_up);

/* Makes the descriptor readable. Safe on any thread, and in a signal handler. */
void fww_raise(fww_wake_up *wake_up);

/* Makes the descriptor unreadable until it is raised again, and returns whether it was raised since the last
   call. The caller must look for changes only after this. For one thread only. */
int fww_clear(fww_wake_up *wake_up);

/* Saves the modes of fd, if that is a terminal, and takes over the signals. Front ends draw on output.
   - INT, TERM, HUP and QUIT request to leave. TSTP, TTIN, TTOU, CONT, WINCH, ALRM and CHLD are handled, PIPE is
     ignored. TTIN and TTOU stop nothing in the foreground, where they are late.
     All other signals that end a process count as a crash, if they have their default disposition.
   - Ignored signals stay ignored, except faults and CHLD. The signals named here are unblocked for the
     calling thread, unless they are ignored.
   - The timer belongs to the guard: SIGALRM from another process ends this one.
   - After the first request to leave, the process must call fwg_note_leaving within 3 seconds, or it ends
     with the status of that signal.
   wake_up may be NULL. It is raised at each signal with an effect, and must exist until fwg_uninstall.
   Returns 0, or -1 and EBUSY if the guard is installed already. */
int fwg_install(int fd, int output, fww_wake_up *wake_up);

/* Restores the terminal, and the original disposition of each signal. */
void fwg_uninstall(void);

/* Sets the modes that the next front end may switch on, enum formwork_need: a signal that ends or stops the
   process switches them off, but writes nothing for 0. Forgets the front end's terminal modes. */
void fwg_set_uses(unsigned needs);

/* Saves the terminal's modes as those of the front end, if the process has the terminal. Each SIGCONT in the
   foreground sets them again, after any kind of stop. */
void fwg_note_modes(void);

/* Sets another process that uses the terminal, or 0. It is stopped by ^Z before the terminal is restored,
   continues after this process has the terminal again, and ends with a crash of this process. */
void fwg_set_runner(pid_t pid);

/* Notes that a front end runs in this process, or, with NULL and NULL, that it has ended. The texts are lines
   for standard error: `ended` if the process ends by exit(3) meanwhile, with EXIT_FAILURE as its status, and
   `silent` if it ends because ^C was not answered. */
void fwg_set_inside(const char *ended, const char *silent);

/* Whether the terminal was restored for a stop, and a shell still has it. */
int fwg_is_lent(void);

/* Stops the process as ^Z does. Returns after it was continued, or at once if ^Z is ignored. */
void fwg_stop(void);

/* Undoes a front end's changes of the screen; needs: enum formwork_need. */
void fwg_reset_screen(unsigned needs);

/* The first leave signal since fwg_install, or 0. */
int fwg_pending_signal(void);

/* Notes that the front end has left, which ends the time limit. */
void fwg_note_leaving(void);

/* Forgets SIGINT, if fwg_pending_signal returns it: the program continues. */
void fwg_dismiss_interrupt(void);

/* Whether the process has continued after a stop since the last call, and has the terminal again. A ^Z that did
   not stop it, because nothing could have continued it, counts as well. The wake-up is raised. */
int fwg_take_resumption(void);

/* Whether the size of the terminal has changed since the last call. The wake-up is raised. */
int fwg_take_resize(void);

/* Restores the original modes of the terminal, and the flags of the standard streams. Never waits, is never
   stopped by SIGTTOU, and writes nothing. */
void fwg_restore(void);

/* Drops unread keys of a front end that reads key by key: they were not displayed, and would be half an answer.
   Does nothing while another process group has the terminal. */
void fwg_drop_keys(void);

/* As fwg_restore, but without echo. The next fwg_restore drops the input typed meanwhile. */
void fwg_hide(void);

/* As fwg_restore, then ends the process with the status of this signal. */
_Noreturn void fwg_die_of(int signal_number);

#endif
