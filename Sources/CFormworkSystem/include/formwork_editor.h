/*
 * A program outside, an editor, that has the terminal for a while: a process group of its own in the
 * foreground, as a shell would start it, and a folder of its own for the text.
 *
 * One at a time. fwe_hold, fwe_go_on, fwe_await and fwe_end are safe to call in a signal handler.
 */
#ifndef FORMWORK_EDITOR_H
#define FORMWORK_EDITOR_H

#include <sys/types.h>

/* Makes a folder for its owner alone in directory, and gives its path, which is valid until fwe_end; or
   NULL and errno. It is locked for as long as this process lives. */
const char *fwe_make_folder(const char *directory);

/* Removes the folders in directory that ended processes of this user have left. Each is known by its name,
   its mode and a marker in it; what is mounted there stays. */
void fwe_sweep(const char *directory);

/* Starts `/bin/sh -c script sh argument`. The terminal is given to it where it is this process's. It
   is told of this process's death by SIGHUP. Its number, or -1 and errno. */
pid_t fwe_start(int terminal, const char *script, const char *argument);

enum fwe_news { FWE_NONE, FWE_STOPPED, FWE_ENDED };

/* What has become of it, without waiting. Once it has ended: *status as waitpid(2) gives it, and the
   terminal is this process's again. A change raises the wake-up of the guard. */
enum fwe_news fwe_look(int *status);

/* Stops it, with time to put the screen back, and takes the terminal. Whether it ran until then. */
int fwe_hold(void);

/* Gives it the terminal, and lets it go on. */
void fwe_go_on(void);

/* Ends it with all of its group, if it runs, takes the terminal, and removes the folder. Whether it
   ran. */
int fwe_end(void);

/* Waits until a child has ended, and leaves its status to be asked for. */
void fwe_await(pid_t child, int milliseconds);

/* Waits until a child has stopped or ended, for so long. */
void fwe_await_stop(pid_t child, int milliseconds);

#endif
