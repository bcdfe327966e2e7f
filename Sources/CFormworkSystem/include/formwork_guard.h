/*
 * Keeps the modes of one terminal, and the flags of the standard streams, across signals, crashes and
 * stops. All of it is safe to call in a signal handler but fwg_install and fwg_uninstall.
 *
 * The thread that installs it does all that handlers do: those of other threads hand it their signals.
 */
#ifndef FORMWORK_GUARD_H
#define FORMWORK_GUARD_H

#include <sys/types.h>

#include "formwork_wake_up.h"

/* Notes the modes of fd, if that is a terminal, to which front ends draw by output, and takes over the
   signals: INT, TERM, HUP, QUIT (leave), TSTP, CONT, WINCH, ALRM, CHLD, PIPE, which is ignored, and all
   others that end a process: these count as a crash. What was ignored stays so, but faults and CHLD; of the others only those are
   taken that have their default disposition.
   SIGALRM ends the process where another one has sent it: the timer is the guard's own.
   Those that are named here are unblocked for the calling thread, unless they are ignored.
   After the first signal to leave, the process has 3 seconds until fwg_note_leaving, or it ends with
   that signal's status. wake_up is raised at each signal that is news, or NULL; it has to stay until
   fwg_uninstall. 0, or -1 and EBUSY where it is installed already. */
int fwg_install(int fd, int output, fww_wake_up *wake_up);

/* Restores the terminal, and gives each signal the disposition that it was found with. */
void fwg_uninstall(void);

/* What the front end that runs from now on may have switched on, enum formwork_need: a signal that strikes
   also switches it off. 0: nothing is written. No modes are noted any more. */
void fwg_set_uses(unsigned needs);

/* Notes the terminal's modes, while it is the process's, as those of the front end: they are set again at each
   SIGCONT in the foreground, whatever has stopped the process. */
void fwg_note_modes(void);

/* A process that uses the terminal too, or 0: it is stopped before the terminal is given back on ^Z,
   goes on once the terminal is the process's again, and is ended where this process ends in the
   middle. */
void fwg_set_runner(pid_t pid);

/* Says that a front end runs in this process, and the line that goes to standard error where the process
   ends by exit(3) meanwhile, and that where it ends because ^C was not answered; NULL and NULL where none
   runs any more. After exit(3) the status is EXIT_FAILURE. */
void fwg_set_inside(const char *ended, const char *silent);

/* Whether the terminal has been given back: the process was stopped, and it is a shell's still. */
int fwg_is_lent(void);

/* Stops the process as ^Z does. Returns once it goes on; at once where ^Z is ignored. */
void fwg_stop(void);

/* Undoes what a front end has done to the screen; needs: enum formwork_need. */
void fwg_reset_screen(unsigned needs);

/* The first leave signal since fwg_install, or 0. */
int fwg_pending_signal(void);

/* The front end has left: what comes now may take its time. */
void fwg_note_leaving(void);

/* Takes SIGINT back, if it is what fwg_pending_signal gives: the program goes on. */
void fwg_dismiss_interrupt(void);

/* Whether the process went on after a stop, or was not stopped by ^Z since nothing could have continued it,
   with the terminal its own again, since this was asked last. The wake-up is raised. */
int fwg_take_resumption(void);

/* Whether the size of the terminal changed since this was asked last. The wake-up is raised. */
int fwg_take_resize(void);

/* Gives the terminal its found modes, and the standard streams their flags. Never waits, is never
   stopped by SIGTTOU, writes nothing. */
void fwg_restore(void);

/* Drops the keys that a front end has not taken which takes them one by one. They were not shown. Alone they
   would be half an answer. While the terminal is another process group's, the keys are that one's. */
void fwg_drop_keys(void);

/* As fwg_restore, but nothing that is typed is shown; fwg_restore drops what was typed meanwhile. */
void fwg_hide(void);

/* As fwg_restore, and ends the process with the status of that signal. */
_Noreturn void fwg_die_of(int signal_number);

#endif
