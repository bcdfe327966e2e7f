/*
 * What has to be put back of a terminal and of the standard streams. All of it may be called in a
 * signal handler. It never waits, and is never stopped by SIGTTOU.
 */
#ifndef FORMWORK_TERMINAL_H
#define FORMWORK_TERMINAL_H

#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/* Modes of a terminal, and flags of the three standard streams: these belong to the open file, which
   the shell has too. */
struct fwt_state {
  struct termios modes;
  int is_exclusive; /* it cannot be opened once more */
  struct fwt_stream {
    int flags; /* O_NONBLOCK, O_ASYNC and so on; -1: it is closed */
    int signal_number;
    int owner_kind; /* whom O_ASYNC has told: enum __pid_type of fcntl(2) */
    pid_t owner;
  } streams[3];
};

/* Notes what is so now; fd: the terminal. 0, or -1 where it is none: then the streams alone. */
int fwt_note(struct fwt_state *state, int fd);

/* Whether the terminal fd is another process group's: that of a shell, which has taken it and may have
   set modes of its own. -1 has none, and neither has a terminal that does not control the session. */
int fwt_is_elsewhere(int fd);

/* Gives the terminal fd to a process group. */
void fwt_set_foreground(int fd, pid_t group);

/* Gives the terminal fd the line discipline without which it has no modes (TIOCSETD, N_TTY). */
void fwt_edit_lines(int fd);

/* Drops what was typed at the terminal fd, where it takes keys one by one. */
void fwt_drop_keys(int fd);

/* Makes it so again; fd: the terminal, or -1. A line that is being typed without echo is dropped. Output
   that was stopped by tcflow(3) goes on. */
void fwt_put_back(const struct fwt_state *state, int fd);

/* Switches off what a front end may have switched on by control sequences, where fd takes them at
   once. uses: enum formwork_need; without FORMWORK_NEEDS_TERMINAL attributes of characters stay. The
   cursor stays where it is, or goes where it was before the alternate screen. */
void fwt_undo(int fd, uint32_t uses);

#endif
