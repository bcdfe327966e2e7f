/*
 * Saving and restoring a terminal and the standard streams. All functions are safe in a signal handler.
 * They never wait, and are never stopped by SIGTTOU.
 */
#ifndef FORMWORK_TERMINAL_H
#define FORMWORK_TERMINAL_H

#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/* The modes of a terminal, and the flags of the three standard streams, which the shell shares because they
   belong to the open file. */
struct fwt_state {
  struct termios modes;
  int is_exclusive; /* it cannot be opened again */
  struct fwt_stream {
    int flags; /* O_NONBLOCK, O_ASYNC and so on; -1: it is closed */
    int signal_number;
    int owner_kind; /* the receiver of O_ASYNC: enum __pid_type of fcntl(2) */
    pid_t owner;
  } streams[3];
};

/* Saves the current state; fd: the terminal. Returns 0, or -1 for no terminal, and then saves the streams alone. */
int fwt_note(struct fwt_state *state, int fd);

/* Whether another process group has the terminal fd, such as a shell, which may have set its own modes. False
   for -1, and for a terminal that does not control the session. */
int fwt_is_elsewhere(int fd);

/* Gives the terminal fd to a process group. */
void fwt_set_foreground(int fd, pid_t group);

/* Sets the usual line discipline of the terminal fd, without which it has no modes (TIOCSETD, N_TTY). */
void fwt_edit_lines(int fd);

/* Drops unread input of the terminal fd, if it is read key by key. */
void fwt_drop_keys(int fd);

/* Restores the state; fd: the terminal, or -1. Drops a line that is typed without echo. Continues output that
   tcflow(3) has stopped. */
void fwt_put_back(const struct fwt_state *state, int fd);

/* Switches off the modes that a front end may have switched on by control sequences, unless writing to fd would
   wait. uses: enum formwork_need; without FORMWORK_NEEDS_TERMINAL attributes of characters stay. The cursor
   does not move, or moves to its position before the alternate screen. */
void fwt_undo(int fd, uint32_t uses);

#endif
