/*
 * Keeps the modes of one terminal across signals, crashes and stops. All of it is safe to call in
 * a signal handler but fwg_install and fwg_uninstall, which belong to the main thread.
 */
#ifndef FORMWORK_GUARD_H
#define FORMWORK_GUARD_H

#include <sys/types.h>

#include "formwork_wake_up.h"

/* Notes the modes of fd, if that is a terminal, and takes over the signals: INT, TERM, HUP, QUIT
   (leave), SEGV, ABRT, BUS, FPE, ILL, TRAP (crash), TSTP, CONT, WINCH, ALRM, and PIPE, which is ignored.
   After the first signal to leave, the process has 3 seconds until fwg_note_leaving, or it ends with
   that signal's status. wake_up is raised at each signal that is news, or NULL; it has to stay until
   fwg_uninstall. 0, or -1 and EBUSY where it is installed already. */
int fwg_install(int fd, fww_wake_up *wake_up);

/* Restores the terminal, and gives each signal the disposition that it was found with. */
void fwg_uninstall(void);

/* Whether a signal that strikes while a front end runs also has to leave the alternate screen, show
   the cursor, and switch off mouse reports, bracketed paste and attributes. */
void fwg_set_screen_reset(int on);

/* A process that uses the terminal too, or 0: it is stopped before the terminal is given back on ^Z,
   and goes on once the terminal is the process's again. */
void fwg_set_companion(pid_t pid);

/* Undoes what a front end that did not end in good order has done to the screen. */
void fwg_reset_screen(void);

/* The first leave signal since fwg_install, or 0. */
int fwg_pending_signal(void);

/* The front end has left: what comes now may take its time. */
void fwg_note_leaving(void);

/* Takes SIGINT back, if it is what fwg_pending_signal gives: whoever was asked goes on. */
void fwg_dismiss_interrupt(void);

/* Whether the process went on after a stop, with the terminal its own again, since this was asked
   last. The wake-up is raised. */
int fwg_take_resumption(void);

/* Whether the size of the terminal changed since this was asked last. The wake-up is raised. */
int fwg_take_resize(void);

/* Gives the terminal its found modes. Never waits, is never stopped by SIGTTOU, writes nothing. */
void fwg_restore(void);

/* As fwg_restore, and ends the process with the status of that signal. */
_Noreturn void fwg_die_of(int signal_number);

#endif
