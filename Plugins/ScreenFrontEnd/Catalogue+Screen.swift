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
    "list.empty.rows": "Nothing is here",
    "popup.filter": "Type to search",
    "popup.nothing": "Nothing contains that",
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
    "keys.chord": "^X  v show  e edit  f front end  c begin anew  r load anew  n p N P go",

    "help.move": "Tab, Down: on   Shift-Tab, Up: back   PgUp, PgDn: a page",
    "help.enter": "Enter: take it and go on   ^S, F10, ^X s: submit",
    "help.edit": "^A ^E ^W ^U ^K ^Y ^T, M-b M-f M-d: as in readline   ^_: undo",
    "help.more": "Ctrl with an arrow: a word   ^P ^N: what was entered before",
    "help.choose": "Space: switch, choose, press   letters: search in a window",
    "help.list": "in a list: Enter opens, 1-9 sorts by a column, Tab goes on behind it",
    "help.secret": "^X v: show or hide a secret",
    "help.sections": "^X N, ^X P: behind the section, to its beginning",
    "help.outside": "^X e: edit with $VISUAL   ^X f: go on with the next front end",
    "help.anew": "^X c: begin the field anew   ^X r: load anew   ^L: draw anew",
    "help.leave": "F1, ^X ?: these keys   Esc, or ^D where nothing stands: leave",
    "help.marks": "{fault} to be mended   {doubt} not checked   * required   {focus} here",
    "help.close": "any key: close",
    "help.page": "{place} of {count}  PgDn: more   other keys: close",

    "say.notShown": "There is nothing to submit",
    "say.severalLines": "It has several lines: nothing was taken",
    "say.controlCharacter": "There is a control character in it: nothing was taken",
    "say.notUTF8": "It is not UTF-8: nothing was taken",
    "say.tooLong": "It has more than {count} bytes: nothing was taken",
  ])
}

extension FrontEndMessages {
  private static let screen = Catalogue.screen.spoken()

  static func line(
    _ key: String, _ texts: [String: String] = [:], count: Int? = nil
  ) -> String {
    screen.text(key, texts, count: count)
  }

  static func text(for message: Message) -> String { screen.text(for: message) }
}
