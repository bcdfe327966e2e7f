/// A text under edit, with its cursor and its former states.
///
/// It is a value: undo restores the former state. Scrolling is not part of it.
struct TextEditor: Equatable {
  /// The text; in a text area, lines with newlines between them.
  private(set) var text: String

  /// The position of the cursor, in bytes of UTF-8.
  private(set) var cursor: Int

  /// The text that was cut last; `yank` inserts it, in other fields, too.
  private(set) var killed: String

  /// Whether the text may contain line breaks.
  ///
  /// If so, Home and End stay within a line.
  let hasLines: Bool

  private var undos: [Step] = []
  /// Whether the last change was a character that was typed: those in a row are undone together.
  private var isTyping = false

  private struct Step: Equatable {
    let text: String
    let cursor: Int
  }

  /// The most steps that are undone.
  private static let undoLimit = 200

  /// Creates an editor for a text; without a valid position, the cursor is at the end.
  init(_ text: String = "", cursor: Int? = nil, hasLines: Bool = false, killed: String = "") {
    (self.text, self.hasLines, self.killed) = (text, hasLines, killed)
    self.text.makeContiguousUTF8()
    let end = text.utf8.count
    self.cursor = cursor.flatMap { 0...end ~= $0 ? $0 : nil } ?? end
    // An older host may tell a place within a character.
    if !isBoundary(self.cursor) { self.cursor = end }
  }

  var isEmpty: Bool { text.isEmpty }

  /// A part of it, in bytes.
  func part(_ range: Range<Int>) -> Substring {
    text[text.index(atByte: range.lowerBound)..<text.index(atByte: range.upperBound)]
  }

  private var place: String.Index { text.index(atByte: cursor) }

  // MARK: Changing

  /// Puts a text at the cursor.
  mutating func insert(_ added: String, isTyped: Bool = false) {
    guard !added.isEmpty else { return }
    note(isTyped: isTyped)
    // Most often it is at the end, where nothing has to move.
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
    text.replaceSubrange(
      text.index(atByte: range.lowerBound)..<text.index(atByte: range.upperBound), with: added)
    cursor = range.lowerBound + added.utf8.count
  }

  /// Whether a part, in bytes, is there and begins and ends between characters of Unicode.
  func canReplace(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= text.utf8.count
      && isBoundary(range.lowerBound) && isBoundary(range.upperBound)
  }

  /// Whether a byte is the first of a Unicode character, or the end of the text.
  private func isBoundary(_ byte: Int) -> Bool {
    text.index(atByte: byte).samePosition(in: text.unicodeScalars) != nil
  }

  /// Replaces the whole text, for example with a former entry.
  mutating func replaceAll(with other: String) { replace(0..<text.utf8.count, with: other) }

  /// Moves the cursor to a byte, such as one that was clicked.
  ///
  /// From within a Unicode character, the cursor moves to the beginning of that character.
  mutating func moveCursor(to byte: Int) {
    isTyping = false
    cursor = min(max(0, byte), text.utf8.count)
    while !isBoundary(cursor) { cursor -= 1 }
  }

  /// Performs a key; whether something is otherwise then.
  mutating func perform(_ command: EditCommand) -> Bool {
    let before = (text, cursor)
    switch command {
    case .left, .right, .wordLeft, .wordRight, .home, .end: moveCursor(to: byte(of: command))
    case .erase: remove(byte(of: .left)..<cursor)
    case .delete: remove(cursor..<byte(of: .right))
    case .killWord: kill(blankBefore..<cursor)
    case .killWordLeft: kill(byte(of: .wordLeft)..<cursor)
    case .killWordRight: kill(cursor..<byte(of: .wordRight))
    case .killHead: kill(byte(of: .home)..<cursor)
    case .killRest:
      let end = byte(of: .end)
      // At the end of a line, the line's end goes.
      kill(cursor..<(end == cursor ? byte(of: .right) : end))
    case .yank:
      insert(hasLines ? killed : String(killed.map { $0 == "\n" || $0 == "\t" ? " " : $0 }))
    case .transpose: transpose()
    case .undo: undo()
    }
    return before != (text, cursor)
  }

  private mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    note()
    text.removeSubrange(text.index(atByte: range.lowerBound)..<text.index(atByte: range.upperBound))
    cursor = range.lowerBound
  }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = String(part(range))
    remove(range)
  }

  /// Has the character before the cursor and the one at it change places; at the end, the two before it.
  private mutating func transpose() {
    var behind = place
    if behind == text.endIndex { behind = text.start(ofCharacterBefore: behind) }
    guard behind > text.startIndex else { return }
    let first = text.start(ofCharacterBefore: behind)
    let end = text[behind...].index(after: behind)
    let swapped = String(text[behind..<end]) + String(text[first..<behind])
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

  /// Returns the byte to which a command leads.
  private func byte(of command: EditCommand) -> Int {
    let place = place
    switch command {
    case .left: return text.byte(of: text.start(ofCharacterBefore: place))
    case .right:
      return place == text.endIndex ? cursor : text.byte(of: text[place...].index(after: place))
    case .wordLeft:
      let rest = text[..<place].reversed().drop { !$0.isOfWord }.drop { $0.isOfWord }
      return rest.reduce(0) { $0 + $1.utf8.count }
    case .wordRight:
      let rest = text[place...].drop { !$0.isOfWord }.drop { $0.isOfWord }
      return text.byte(of: rest.startIndex)
    case .home:
      guard hasLines, let end = text[..<place].lastIndex(of: "\n") else { return 0 }
      return text.byte(of: text.index(after: end))
    case .end:
      guard hasLines, let end = text[place...].firstIndex(of: "\n") else { return text.utf8.count }
      return text.byte(of: end)
    case .erase, .delete, .killWord, .killWordLeft, .killWordRight, .killHead, .killRest, .yank,
      .transpose, .undo:
      return cursor
    }
  }

  /// The beginning of the text before the cursor up to a blank, with the blanks after that text.
  private var blankBefore: Int {
    let rest = text[..<place].reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }
    return rest.reduce(0) { $0 + $1.utf8.count }
  }
}

/// An editing command, as in readline.
enum EditCommand: Equatable, CaseIterable {
  case left, right, wordLeft, wordRight, home, end
  case erase, delete
  /// Back to a blank, back to the beginning of a word of letters and digits, and on to its end.
  case killWord, killWordLeft, killWordRight
  case killHead, killRest
  case yank, transpose, undo
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}

extension String {
  /// The place of a byte.
  func index(atByte byte: Int) -> Index {
    utf8.index(startIndex, offsetBy: min(max(0, byte), utf8.count))
  }

  /// Returns the beginning of the character before an index.
  ///
  /// The index may be within a character: after a letter that was typed before an accent.
  func start(ofCharacterBefore place: Index) -> Index {
    place == startIndex ? place : self[..<place].index(before: place)
  }

  /// Returns the number of bytes before an index.
  func byte(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
