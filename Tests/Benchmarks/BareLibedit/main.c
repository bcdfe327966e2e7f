/* libedit alone: the baseline of the line editor. */
#include <histedit.h>
#include <locale.h>
#include <stdio.h>

static char *prompt(EditLine *el) { return (void)el, "Username (required): "; }

int main(void) {
  setlocale(LC_ALL, "");
  EditLine *el = el_init("bare", stdin, stdout, stderr);
  int count = 0;
  el_set(el, EL_EDITOR, "emacs");
  el_set(el, EL_PROMPT, prompt);
  while (el_gets(el, &count) != NULL && count > 0) continue;
  el_end(el);
}
