import FormworkFrontEnd
import Interaction

extension Catalogue {
  static let lineEditor = Catalogue([
    "prompt.area.outside": "^X e: several lines",
    "prompt.nothing": "Nothing to choose (^X ? helps)",
    "keys.hint": "^X ? helps; ^D on an empty line leaves",
    "keys.list": "Row number: open it   Enter: next page (reloads the last page)",
    "keys.list.words": "First letters: a choice (n: Next page)   This page: the page as it is now",
    "keys.list.do": "Tab: complete   ^X r: reload   ^X f: next front end   ^X ?, F1: this help",
    "keys.go": "Enter: accept and continue   ^X n, Down: continue   Shift-Tab, ^X p, Up: go back",
    "keys.go.chords": "Enter: accept and continue   ^X n: continue   Shift-Tab, ^X p: go back",
    "keys.submit": "^X s, ^S, F10: submit",
    "keys.reveal": "^X v: show or hide the secret",
    "keys.outside": "^X e: edit with $VISUAL",
    "keys.section": "^X g: actions of the section   ^X N: past it   ^X P: its start",
    "keys.choice": "Up, Down: mark an option   Esc: no mark",
    "keys.choices": "Up, Down: mark an option   Space: choose it   Esc: no mark",
    "keys.reset": "^X c: reset the field",
    "keys.reload": "^X r: reload the form; what was entered stays",
    "keys.complete": "Tab: continue, or complete   ^X f: next front end   ^X ?, F1: this help",
    "keys.history": "Up, Down: what was entered before   ^R: the same, by its beginning",
    "keys.dropped": "{subject}: what was typed is dropped; type it now",
    "keys.leave": "^D on an empty line: leave",

    "secret.shown": "{subject}: what you type is shown: ^X v hides it",
    "secret.shownButKept":
      "{subject}: the saved value stays hidden; what you type now is visible; ^X v hides it",
    "secret.hidden": "{subject}: what you type is not shown",
    "secret.controlCharacter": "Ignored: it contains a control character",
    "secret.severalLines": "Ignored: it has several lines; paste one line alone",
    "secret.notUTF8": "Ignored: it is not UTF-8",
    "secret.tooLong": "Ignored: it has more than {count} bytes",
    "paste.tooLong": "Paste ignored: it has more than {count} bytes",
    "paste.notUTF8": "Paste ignored: it is not UTF-8",
    "text.tooLong": "Ignored: the text would have more than {count} bytes",
    "text.severalLines": "{subject}: ^X e edits its lines",

    "editrc.off": "~/.editrc says 'edit off': continuing with plain",
    "editrc.leftOut": "{name}: left out: {parts}",
    "editrc.line": "line {line}: {reason}",
    "editrc.lines": "line {line} and {count} more: {reason}",
    "editrc.openQuote": "a quote has no end",
    "editrc.unknown": "no such command",
    "editrc.refused": "libedit does not take it",
    "editrc.tooLong": "more than {count} bytes",
    "editrc.pattern": "a program's name with {",
    "editrc.notText": "no text in UTF-8",
    "editrc.settc": "settc is of no use here",
    "editrc.loop": "keys that lead back to themselves",
    "editrc.tooMany": "more than {count} lines with bind -s",
    "editrc.cut": "everything after the first {count} bytes",
    "editrc.unreadable": "it cannot be read ({reason})",
    "editrc.noFile": "it is no regular file",
  ])
}

/// The sentences of this front end alone, in the language of the user.
let sentences = Catalogue.lineEditor.spoken()
