#define _GNU_SOURCE
#include "formwork_terminal.h"

#include "formwork.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The flags that fcntl(2) can change. */
#define FLAGS (O_APPEND | O_ASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK)

/* With SIGTTOU blocked, a background process may set modes and write without being stopped. */
static void keep_sigttou(sigset_t *before) {
  sigset_t background;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, before);
}

static void note_stream(struct fwt_stream *stream, int fd) {
  struct f_owner_ex owner = {0};
  stream->flags = fcntl(fd, F_GETFL);
  if (stream->flags < 0) return;
  stream->flags &= FLAGS;
  stream->signal_number = fcntl(fd, F_GETSIG);
  fcntl(fd, F_GETOWN_EX, &owner);
  stream->owner_kind = (int)owner.type;
  stream->owner = owner.pid;
}

static void put_back_stream(const struct fwt_stream *found, int fd) {
  struct fwt_stream now;
  note_stream(&now, fd);
  if (found->flags < 0 || now.flags < 0) return;
  if (now.flags != found->flags) fcntl(fd, F_SETFL, found->flags);
  if (now.signal_number != found->signal_number) fcntl(fd, F_SETSIG, found->signal_number);
  if (now.owner == found->owner && now.owner_kind == found->owner_kind) return;
  struct f_owner_ex owner = {.type = found->owner_kind, .pid = found->owner};
  if (fcntl(fd, F_SETOWN_EX, &owner) == 0) return;
  owner.pid = 0; /* that process has ended: no owner */
  fcntl(fd, F_SETOWN_EX, &owner);
}

int fwt_note(struct fwt_state *state, int fd) {
  for (int i = 0; i < 3; i++) note_stream(&state->streams[i], i);
  state->is_exclusive = 0;
  if (fd >= 0) ioctl(fd, TIOCGEXCL, &state->is_exclusive);
  return fd >= 0 && tcgetattr(fd, &state->modes) == 0 ? 0 : -1;
}

int fwt_is_elsewhere(int fd) {
  pid_t foreground = tcgetpgrp(fd);
  return foreground >= 0 && foreground != getpgrp();
}

void fwt_set_foreground(int fd, pid_t group) {
  sigset_t before;
  keep_sigttou(&before);
  tcsetpgrp(fd, group);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void fwt_edit_lines(int fd) {
  int discipline = N_TTY, now;
  sigset_t before;
  keep_sigttou(&before);
  if (ioctl(fd, TIOCGETD, &now) == 0 && now != discipline) ioctl(fd, TIOCSETD, &discipline);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void fwt_drop_keys(int fd) {
  struct termios now;
  sigset_t before;
  keep_sigttou(&before);
  if (tcgetattr(fd, &now) == 0 && (now.c_lflag & ICANON) == 0) tcflush(fd, TCIFLUSH);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* TCSANOW does not wait for output to drain, which it never does on a terminal stopped by ^S. */
void fwt_put_back(const struct fwt_state *state, int fd) {
  int error = errno;
  sigset_t before;
  keep_sigttou(&before);
  if (fd >= 0) {
    fwt_edit_lines(fd);
    /* Whole lines without echo: the next program would read a partly typed secret, and echo it. */
    struct termios now;
    if (tcgetattr(fd, &now) == 0 && (now.c_lflag & (ICANON | ECHO)) == ICANON &&
        state->modes.c_lflag & ECHO) {
      tcflush(fd, TCIFLUSH);
    }
    while (tcsetattr(fd, TCSANOW, &state->modes) != 0 && errno == EINTR) continue;
    tcflow(fd, TCOON); /* output that the user stopped by ^S stays stopped */
    ioctl(fd, state->is_exclusive ? TIOCEXCL : TIOCNXCL);
  }
  for (int i = 0; i < 3; i++) put_back_stream(&state->streams[i], i);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
}

/* The order matters: first modes that delay drawing. Then, with the cursor saved and restored around them, those
   that move the cursor. After that, those that restoring the cursor brings back: character sets and attributes.
   Each screen has its own keyboard modes, so they are reset in both. Leaving the alternate screen moves the cursor
   to its saved position, even if that screen was never entered: so it is saved before, which is harmless in the
   alternate screen, because each screen has its own saved position. The alternate screen is cleared first, because
   it may show a secret, and some terminals have no other screen: GNU screen, and the console of Linux. */
enum { CLEARS = 1u << 30 };

static const struct {
  uint32_t uses; /* 0: always */
  const char *text;
} sequences[] = {
    {0, "\033[?2026l"},
    {FORMWORK_USES_KEYS, "\033[<u\033[>4m\033[?1l\033>"},
    {FORMWORK_USES_POINTER,
     "\033[?9l\033[?1000l\033[?1002l\033[?1003l\033[?1004l\033[?1005l\033[?1006l\033[?1015l\033[?1016l"},
    {FORMWORK_USES_PASTE, "\033[?2004l"},
    {CLEARS, "\033[m\033[2J"},
    {FORMWORK_USES_SCREEN, "\0337\033[?1049l"},
    {FORMWORK_USES_KEYS, "\033[<u"},
    {FORMWORK_USES_LINES, "\0337\033[?69l\033[r\0338\033[?7h\033[4l\033[20l"},
    {FORMWORK_USES_CHARACTERS, "\017\033(B\033)B"},
    {FORMWORK_NEEDS_TERMINAL, "\033[0m"},
    {0, "\033[?25h"},
};

void fwt_undo(int fd, uint32_t uses) {
  char text[256];
  size_t count = 0;
  /* A front end that does not name its modes may write lines, which stay. */
  if ((uses & FORMWORK_MODES_NAMED) == 0) {
    uses = ~(uint32_t)CLEARS;
  } else if (uses & FORMWORK_USES_SCREEN) {
    uses |= CLEARS;
  }
  for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
    if (sequences[i].uses != 0 && (uses & sequences[i].uses) == 0) continue;
    size_t more = strlen(sequences[i].text);
    memcpy(text + count, sequences[i].text, more);
    count += more;
  }
  int error = errno;
  sigset_t before;
  keep_sigttou(&before);
  /* A terminal stopped by ^S accepts nothing: losing the sequence is better than hanging. */
  int flags = fcntl(fd, F_GETFL);
  if (flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0) {
    while (write(fd, text, count) < 0 && errno == EINTR) continue;
    fcntl(fd, F_SETFL, flags);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
}
