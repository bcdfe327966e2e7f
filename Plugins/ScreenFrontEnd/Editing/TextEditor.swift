import FormworkFrontEnd
import Interaction

/// A text under edit, with its cursor and its previous states.
struct TextEditor: Equatable {
  private(set) var text: String

  /// The position of the cursor, in bytes of UTF-8.
  private(set) var cursor: Int

  /// The text that was killed last, in any field; `yank` inserts it.
  private(set) var killed: String

  /// Whether the text may contain line breaks; if so, Home and End stay within a line.
  let hasLines: Bool

  private var undos: [Step] = []
  /// Whether the last change was a typed character: consecutive characters are undone together.
  private var isTyping = false

  private struct Step: Equatable {
    let text: String
    let cursor: Int
  }

  private static let undoLimit = 200

  /// Creates an editor for a text; without a valid position, the cursor is at the end.
  init(_ text: String = "", cursor: Int? = nil, hasLines: Bool = false, killed: String = "") {
    (self.text, self.hasLines, self.killed) = (text, hasLines, killed)
    self.text.makeContiguousUTF8()
    let end = text.utf8.count
    self.cursor = cursor.flatMap { 0...end ~= $0 ? $0 : nil } ?? end
    // An older host may send a position within a character.
    if !isBoundary(self.cursor) { self.cursor = end }
  }

  func part(_ range: Range<Int>) -> Substring { text[indices(of: range)] }

  private func indices(of range: Range<Int>) -> Range<String.Index> {
    text.index(atByte: range.lowerBound)..<text.index(atByte: range.upperBound)
  }

  private var place: String.Index { text.index(atByte: cursor) }

  // MARK: Changing

  mutating func insert(_ added: String, isTyped: Bool = false) {
    guard !added.isEmpty else { return }
    note(isTyped: isTyped)
    // The cursor is mostly at the end, where no text has to move.
    if cursor == text.utf8.count {
      text += added
    } else {
      text.insert(contentsOf: added, at: place)
    }
    cursor += added.utf8.count
  }

  /// Replaces a range of bytes, and moves the cursor after the new text.
  mutating func replace(_ range: Range<Int>, with added: String) {
    guard canReplace(range) else { return }
    note()
    text.replaceSubrange(indices(of: range), with: added)
    cursor = range.lowerBound + added.utf8.count
  }

  /// Whether a range of bytes is in the text, and begins and ends between Unicode characters.
  func canReplace(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= text.utf8.count
      && isBoundary(range.lowerBound) && isBoundary(range.upperBound)
  }

  /// Whether a byte is the first of a Unicode character, or the end of the text.
  private func isBoundary(_ byte: Int) -> Bool {
    text.index(atByte: byte).samePosition(in: text.unicodeScalars) != nil
  }

  mutating func replaceAll(with other: String) { replace(0..<text.utf8.count, with: other) }

  /// Moves the cursor to a byte, or to the beginning of the Unicode character around it.
  mutating func moveCursor(to byte: Int) {
    isTyping = false
    cursor = min(max(0, byte), text.utf8.count)
    while !isBoundary(cursor) { cursor -= 1 }
  }

  /// Performs a command, and returns whether it has changed the text or the cursor.
  mutating func perform(_ command: EditCommand) -> Bool {
    let before = (text, cursor)
    switch command {
    case .move(let place): moveCursor(to: byte(of: place))
    case .erase(let place): remove(range(to: place))
    // At the end of a line, its line break is killed.
    case .kill(.end) where byte(of: .end) == cursor: kill(range(to: .characterAfter))
    case .kill(let place): kill(range(to: place))
    case .killToBlank: kill(blankBefore..<cursor)
    case .yank:
      insert(hasLines ? killed : String(killed.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
    case .transpose: transpose()
    case .undo: undo()
    }
    return before != (text, cursor)
  }

  private mutating func remove(_ range: Range<Int>) {
    if !range.isEmpty { replace(range, with: "") }
  }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = String(part(range))
    remove(range)
  }

  /// Swaps the characters before and after the cursor; at the end, the two before it.
  private mutating func transpose() {
    var second = place
    if second == text.endIndex { second = text.index(of: .characterBefore, from: second) }
    guard second > text.startIndex else { return }
    let first = text.index(of: .characterBefore, from: second)
    let end = text[second...].index(after: second)
    let swapped = String(text[second..<end]) + String(text[first..<second])
    guard !swapped.contains("\n") else { return }
    replace(text.byte(of: first)..<text.byte(of: end), with: swapped)
  }

  private mutating func undo() {
    guard let last = undos.popLast() else { return }
    (text, cursor, isTyping) = (last.text, last.cursor, false)
  }

  private mutating func note(isTyped: Bool = false) {
    defer { isTyping = isTyped }
    if isTyped && isTyping { return }
    undos.append(Step(text: text, cursor: cursor))
    if undos.count > Self.undoLimit { undos.removeFirst() }
  }

  // MARK: Places

  private func range(to place: TextEdit.Place) -> Range<Int> {
    let byte = byte(of: place)
    return min(byte, cursor)..<max(byte, cursor)
  }

  private func byte(of target: TextEdit.Place) -> Int {
    text.byte(of: text.index(of: target, from: place, hasLines: hasLines))
  }

  /// The byte after the last blank before the word before the cursor.
  private var blankBefore: Int {
    let rest = text[..<place].reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }
    return rest.reduce(0) { $0 + $1.utf8.count }
  }
}

/// An editing command, as in readline.
enum EditCommand: Equatable {
  case move(TextEdit.Place), erase(TextEdit.Place)
  /// Erases the text up to a place, and keeps it for `yank`.
  case kill(TextEdit.Place)
  /// Kills the text between the last blank and the cursor.
  case killToBlank
  case yank, transpose, undo

  /// The corresponding edit of a secret, which keeps no erased part; `nil` if there is none.
  var secretEdit: TextEdit? {
    switch self {
    case .move(let place): .move(place)
    case .erase(let place), .kill(let place): .erase(place)
    case .killToBlank: .erase(.wordBefore)
    case .yank, .transpose, .undo: nil
    }
  }
}

extension String {
  func index(atByte byte: Int) -> Index {
    utf8.index(startIndex, offsetBy: min(max(0, byte), utf8.count))
  }

  func byte(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
