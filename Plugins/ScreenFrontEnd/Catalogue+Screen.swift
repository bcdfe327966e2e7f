import FormworkFrontEnd
import Interaction
import Wording

extension Catalogue {
  /// The English texts that only this front end shows.
  static let screen = Catalogue([
    "form.answered": "{answered} of {count} answered",
    "form.above": "{count} above",
    "form.below": "{count} below",
    "progress.done": "{count} %",
    "field.fixed": "cannot be changed",
    "field.fixed.status": "cannot be changed; {status}",
    "secret.again": "{verdict}; type it again",
    "list.position": "{name}: row {place} of {count}",
    "list.position.short": "row {place} of {count}",
    "list.loading": "Loading",
    "list.empty.rows": "No rows",
    "popup.filter": "Type to search",
    "popup.nothing": "No match",
    "screen.small": "{size}: at least {least} is needed",

    "keys.next": "Tab next",
    "keys.back": "Shift-Tab back",
    "keys.submit": "^S submit",
    "keys.help": "F1 keys",
    "keys.leave": "Esc leave",
    "keys.leave.interrupt": "^C leave",
    "keys.leave.end": "^D leave",
    "keys.line": "Enter new line",
    "keys.reveal": "^X v show",
    "keys.switch": "Space choose",
    "keys.press": "Enter press",
    "keys.open": "Enter open",
    "keys.page": "PgDn PgUp page",
    "keys.sort": "1-9 sort",
    "keys.behind": "Tab on",
    "keys.choose": "Enter choose",
    "keys.safe": "Esc {button}",
    "keys.mark": "Up Down mark",
    "keys.take": "Enter take",
    "keys.done": "Enter done",
    "keys.search": "letters search",
    "keys.unfilter": "Esc end search",
    "keys.close": "Esc close",
    "keys.chord": "^X  v show  e edit  f front end  c reset  r reload  n p N P go",

    "help.move": "Tab, Down: next   Shift-Tab, Up: back   PgUp, PgDn: a page",
    "help.enter": "Enter: accept and continue   ^S, F10, ^X s: submit",
    "help.edit": "^A ^E ^W ^U ^K ^Y ^T, M-b M-f M-d: as in readline   ^_: undo",
    "help.more": "Ctrl with an arrow: a word   ^P ^N: what was entered before",
    "help.choose": "Space: switch, choose, press   letters: search in a window",
    "help.list": "in a list: Enter opens, 1-9 sorts by a column, Tab leaves it",
    "help.secret": "^X v: show or hide a secret",
    "help.sections": "^X N: past the section   ^X P: its start",
    "help.outside": "^X e: edit with $VISUAL   ^X f: next front end",
    "help.anew": "^X c: reset the field   ^X r: reload   ^L: redraw",
    "help.leave": "F1, ^X ?: these keys   Esc, or ^D in an empty field: leave",
    "help.marks": "{fault} to fix   {doubt} not checked   * required   {focus} here",
    "help.close": "any key: close",
    "help.page": "{place} of {count}  PgDn: more   other keys: close",

    "say.notShown": "There is nothing to submit",
    "say.severalLines": "Ignored: it has several lines",
    "say.controlCharacter": "Ignored: it contains a control character",
    "say.notUTF8": "Ignored: it is not UTF-8",
    "say.tooLong": "Ignored: it has more than {count} bytes",
  ])
}

/// The sentences of this front end alone, in the language of the user.
let sentences = Catalogue.screen.spoken()
