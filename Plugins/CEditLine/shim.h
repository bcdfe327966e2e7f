/* Variadic functions of libedit for Swift, and some of the C library. See editline(3), editrc(5). */
#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

/* NULL and ENOTTY if the terminal cannot be used. */
static inline EditLine *cel_init(const char *program, FILE *input, FILE *output, int fd) {
  EditLine *editor = el_init_fd(program, input, output, output, fd, fd, fd);
  if (editor == NULL) errno = ENOTTY;
  return editor;
}

static inline int cel_set_client_data(EditLine *el, void *data) {
  return el_wset(el, EL_CLIENTDATA, data);
}

static inline void *cel_client_data(EditLine *el) {
  void *data = NULL;
  return el_wget(el, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

/* The reader returns 1 and a character, 0 at the end, or -1 and errno. */
static inline int cel_set_reader(EditLine *el, int (*reader)(EditLine *, wchar_t *)) {
  return el_wset(el, EL_GETCFN, reader);
}

static inline int cel_set_signals(EditLine *el, int on) { return el_wset(el, EL_SIGNAL, on); }

static inline int cel_is_editing(EditLine *el) {
  int on = 0;
  return el_wget(el, EL_EDITMODE, &on) == 0 && on;
}

/* libedit begins with the keys of vi. */
static inline int cel_begin_with_emacs(EditLine *el) { return el_set(el, EL_EDITOR, "emacs"); }

static inline int cel_is_vi(EditLine *el) {
  const char *editor = NULL;
  return el_get(el, EL_EDITOR, &editor) == 0 && editor != NULL && editor[0] == 'v';
}

/* libedit keeps the pointer to the name: el_set would make it keep a copy that is never freed. */
static inline int cel_add_function(
    EditLine *el, const wchar_t *name, unsigned char (*function)(EditLine *, wint_t)) {
  return el_wset(el, EL_ADDFN, name, L"", function);
}

/* Binds a key for typed text, or for the commands of vi. */
static inline int cel_bind(EditLine *el, int is_command, const char *key, const char *function) {
  return is_command ? el_set(el, EL_BIND, "-a", key, function, NULL)
                    : el_set(el, EL_BIND, key, function, NULL);
}

static inline int cel_show_binding(EditLine *el, int is_command, const char *key) {
  return is_command ? el_set(el, EL_BIND, "-a", key, NULL) : el_set(el, EL_BIND, key, NULL);
}

static inline int cel_show_bindings(EditLine *el) { return el_set(el, EL_BIND, NULL); }

/* Executes a line of .editrc: 0 if done, 1 for an open quote, 2 for an unknown command, 3 if libedit refuses. */
static inline int cel_do(EditLine *el, const wchar_t *line) {
  TokenizerW *tokenizer = tok_winit(NULL);
  const wchar_t **words = NULL;
  int count = 0;
  int fault = tokenizer == NULL || tok_wstr(tokenizer, line, &count, &words) != 0;
  /* -1 for an unknown command, or else the negated result of its function: -1 at a failure. */
  int done = fault == 0 && count > 0 ? el_wparse(el, count, words) : 0;
  if (tokenizer != NULL) tok_wend(tokenizer);
  return fault != 0 ? 1 : done == 0 ? 0 : done < 0 ? 2 : 3;
}

/* Declared here: it is a GNU function. */
char *secure_getenv(const char *name);

/* Declared here: <pty.h> would make <termios.h> a part of this module. */
int openpty(int *ours, int *its, char *name, const void *modes, const void *size);

/* Opens an invisible pseudo-terminal for libedit, which sets modes and asks for the size. */
static inline int cel_open_terminal(int *ours, int *its, unsigned short columns, unsigned short rows) {
  const unsigned short size[4] = {rows, columns, 0, 0}; /* struct winsize */
  return openpty(ours, its, NULL, NULL, size);
}

/* Makes UTF-8 the encoding of this thread, and returns the locale before; NULL if there is none. */
static inline locale_t cel_enter_utf8(void) {
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  return utf8 == (locale_t)0 ? (locale_t)0 : uselocale(utf8);
}

static inline void cel_leave_utf8(locale_t before) {
  locale_t utf8 = uselocale(before);
  if (utf8 != LC_GLOBAL_LOCALE) freelocale(utf8);
}

#endif
