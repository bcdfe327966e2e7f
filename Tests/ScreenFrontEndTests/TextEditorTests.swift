import TestSupport
import Testing

@testable import ScreenFrontEnd

/// The edits of a text by keys, as in readline.
struct TextEditorTests {
  /// A text with `|` at the cursor, a key, and the resulting text.
  @Test(arguments: [
    ("ann| lee", EditCommand.left, "an|n lee"), ("|ann", .left, "|ann"), ("ann|", .right, "ann|"),
    ("e\u{301}|x", .left, "|e\u{301}x"), ("|漢字", .right, "漢|字"), ("|👩‍🚀x", .right, "👩‍🚀|x"),
    ("ann lee, x|", .wordLeft, "ann lee, |x"), ("ann lee, |x", .wordLeft, "ann |lee, x"),
    ("|ann lee", .wordRight, "ann| lee"), ("ann| lee", .wordRight, "ann lee|"),
    ("ann| lee", .home, "|ann lee"), ("ann| lee", .end, "ann lee|"),
    ("ann|", .backspace, "an|"), ("|ann", .backspace, "|ann"), ("|ann", .delete, "|nn"),
    ("a b.c|", .killToBlank, "a |"), ("a b.c|", .killWordLeft, "a b.|"),
    ("a |b.c", .killWordRight, "a |.c"), ("ann| lee", .killHead, "| lee"),
    ("ann| lee", .killRest, "ann|"), ("ab|", .transpose, "ba|"), ("a|bc", .transpose, "ba|c"),
    ("|ab", .transpose, "|ab"), ("|", .undo, "|"), ("a|", .yank, "a|"),
  ])
  func aKeyDoesThis(_ before: String, _ key: EditCommand, _ after: String) {
    var editor = Self.editor(before)
    let isDone = editor.perform(key)
    #expect(Self.shown(editor) == after)
    #expect(isDone == (before != after))
  }

  @Test(arguments: [
    ("one\ntwo|", EditCommand.home, "one\n|two"), ("o|ne\ntwo", .end, "one|\ntwo"),
    ("one|\ntwo", .killRest, "one|two"), ("o|ne\ntwo", .killRest, "o|\ntwo"),
    ("one\ntwo|", .killHead, "one\n|"),
  ])
  func anAreaHasLines(_ before: String, _ key: EditCommand, _ after: String) {
    var editor = Self.editor(before, hasLines: true)
    _ = editor.perform(key)
    #expect(Self.shown(editor) == after)
  }

  @Test func whatWasCutIsPutBack() {
    var editor = Self.editor("ann lee|")
    _ = editor.perform(.killToBlank)
    _ = editor.perform(.home)
    _ = editor.perform(.yank)
    #expect(Self.shown(editor) == "lee|ann ")
  }

  @Test func whatIsTypedInARowIsUndoneTogether() {
    var editor = TextEditor()
    for letter in ["a", "n", "n"] { editor.insert(letter, isTyped: true) }
    _ = editor.perform(.backspace)
    _ = editor.perform(.undo)
    #expect(Self.shown(editor) == "ann|")
    _ = editor.perform(.undo)
    #expect(Self.shown(editor) == "|")
  }

  /// After any edits the cursor is at the boundary of a scalar, and each step can be undone.
  @Test(.serialized, arguments: 1...30) func anyKeysCanBeUndone(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    var editor = TextEditor(hasLines: seed.isMultiple(of: 2))
    let texts = ["a", " ", "é", "e\u{301}", "\u{301}", "漢", "👩‍🚀", "\u{200D}", "b.c", "\n"]
    for _ in 0..<150 {
      switch next(5) {
      case 0, 1: editor.insert(texts[next(texts.count)])
      // A click may be meant for an earlier text that was longer.
      case 2: editor.moveCursor(to: next(editor.text.utf8.count + 3) - 1)
      default:
        _ = editor.perform(EditCommand.all[next(EditCommand.all.count)])
      }
      #expect(0...editor.text.utf8.count ~= editor.cursor)
      #expect(String(validating: Array(editor.text.utf8)[..<editor.cursor], as: UTF8.self) != nil)
    }
    for _ in 0..<200 { _ = editor.perform(.undo) }
    #expect(editor.text.isEmpty)
  }

  private static func editor(_ shown: String, hasLines: Bool = false) -> TextEditor {
    let parts = shown.split(separator: "|", omittingEmptySubsequences: false)
    return TextEditor(
      parts.joined(), cursor: parts.first?.utf8.count ?? 0, hasLines: hasLines)
  }

  private static func shown(_ editor: TextEditor) -> String {
    String(decoding: Array(editor.text.utf8)[..<editor.cursor], as: UTF8.self) + "|"
      + String(decoding: Array(editor.text.utf8)[editor.cursor...], as: UTF8.self)
  }
}
