/*
 * libedit for Swift, which calls no variadic functions. One thin wrapper each, no policy.
 *
 * See editline(3), editrc(5).
 */
#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <histedit.h>
#include <stddef.h>
#include <stdio.h>

/* The line and what it is read from. NULL where the terminal cannot be used. */
static inline EditLine *cel_init(const char *program, FILE *output, FILE *errors, int in_fd, int out_fd) {
  return el_init_fd(program, stdin, output, errors, in_fd, out_fd, fileno(errors));
}

static inline int cel_set_client_data(EditLine *el, void *data) {
  return el_wset(el, EL_CLIENTDATA, data);
}

static inline void *cel_client_data(EditLine *el) {
  void *data = NULL;
  return el_wget(el, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

/* Where characters come from: 1 and a character, 0 at the end, -1 and errno. */
static inline int cel_set_reader(EditLine *el, int (*reader)(EditLine *, wchar_t *)) {
  return el_wset(el, EL_GETCFN, reader);
}

/* What stands before the line, and at the right edge of its first row, in wide characters; what is
   between two U+0001 takes no room. */
static inline int cel_set_prompts(
    EditLine *el, wchar_t *(*left)(EditLine *), wchar_t *(*right)(EditLine *)) {
  int error = el_wset(el, EL_PROMPT_ESC, left, L'\1');
  return error != 0 ? error : el_wset(el, EL_RPROMPT_ESC, right, L'\1');
}

static inline int cel_set_signals(EditLine *el, int on) { return el_wset(el, EL_SIGNAL, on); }

static inline int cel_set_editing(EditLine *el, int on) { return el_wset(el, EL_EDITMODE, on); }

static inline int cel_is_editing(EditLine *el) {
  int on = 0;
  return el_wget(el, EL_EDITMODE, &on) == 0 && on;
}

/* A name that .editrc can bind keys to. */
static inline int cel_add_function(
    EditLine *el, const wchar_t *name, const wchar_t *help,
    unsigned char (*function)(EditLine *, wint_t)) {
  return el_wset(el, EL_ADDFN, name, help, function);
}

/* map: "-e" for all that is typed, "-a" for vi's commands. */
static inline int cel_bind(
    EditLine *el, const char *map, const char *key, const char *function) {
  return el_set(el, EL_BIND, map, key, function, NULL);
}

/* Writes what a key is bound to. */
static inline int cel_show_binding(EditLine *el, const char *map, const char *key) {
  return el_set(el, EL_BIND, map, key, NULL);
}

/* The modes of the terminal while no line is read: no echo, no waiting for Enter. */
static inline int cel_set_quiet_between_lines(EditLine *el) {
  return el_set(el, EL_SETTY, "-x", "-q", "-echo", "-icanon", NULL);
}

static inline int cel_set_output(EditLine *el, FILE *output) {
  return el_wset(el, EL_SETFP, 1, output);
}

static inline int cel_refresh(EditLine *el) { return el_wset(el, EL_REFRESH); }

static inline int cel_set_history(EditLine *el, HistoryW *history) {
  return el_wset(el, EL_HIST, history_w, history);
}

static inline int cel_history_add(HistoryW *history, const wchar_t *line) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, line);
}

static inline int cel_history_limit(HistoryW *history, int count) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, count);
}

#endif
