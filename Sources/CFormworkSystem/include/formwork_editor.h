/*
 * An external editor, which uses the terminal for a while. It has its own process group in the
 * foreground, as if a shell had started it, and a folder for the text.
 *
 * Only one editor runs at a time. fwe_hold, fwe_go_on, fwe_await and fwe_end are safe in a signal handler.
 */
#ifndef FORMWORK_EDITOR_H
#define FORMWORK_EDITOR_H

#include <sys/types.h>

/* Creates a folder in directory that only its owner may use, and locks it until this process ends. Returns
   its path, which is valid until fwe_end, or NULL and errno. */
const char *fwe_make_folder(const char *directory);

/* Removes the folders of this user's ended processes from directory, which it finds by their names, their
   modes and a marker in them. Mount points stay. */
void fwe_sweep(const char *directory);

/* Starts `/bin/sh -c script sh argument`, and gives it the terminal if this process has it. It receives
   SIGHUP if this process dies. Returns its process number, or -1 and errno. */
pid_t fwe_start(int terminal, const char *script, const char *argument);

enum fwe_news { FWE_NONE, FWE_STOPPED, FWE_ENDED };

/* Returns the last change of the editor without waiting. After its end, *status is that of waitpid(2), and
   this process has the terminal again. A change raises the wake-up of the guard. */
enum fwe_news fwe_look(int *status);

/* Stops the editor, with time to restore the screen, and takes the terminal. Returns whether it ran. */
int fwe_hold(void);

/* Gives the editor the terminal, and continues it. */
void fwe_go_on(void);

/* Ends the editor and its group, takes the terminal, and removes the folder. Returns whether it ran. */
int fwe_end(void);

/* Waits until a child has ended or stopped, WEXITED and WSTOPPED of waitid(2), without consuming its status. Returns
   whether it has within the limit. */
int fwe_await(pid_t child, int changes, int milliseconds);

#endif
