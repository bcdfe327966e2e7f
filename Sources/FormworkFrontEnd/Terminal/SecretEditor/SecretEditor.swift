import CFormwork

/// An editor for a secret.
///
/// The editor only changes the secret: ``KeyDecoder`` provides the input, the caller maps keys to a
/// ``TextEdit``, and ``SecretLine`` draws the secret. The secret is UTF-8 on one line, without control
/// characters, in memory that is locked and wiped. There is no history, and no way to recover erased text.
///
/// ```swift
/// while !host.awaitsFlush, let typed = reader.keys.next() {
///   switch editor.apply(typed) {
///   case .unhandled(.backspace): _ = editor.apply(.erase(.characterBefore))
///   case .unhandled(.enter): host.post(.commit(node, .secret(editor.copyContent())))
///   case .changed: host.post(.edit(node, .secret(editor.copyContent()), cursor: editor.cursorByte))
///   case .moved, .unchanged, .refused, .unhandled: break
///   }
/// }
/// let drawing = SecretBytes(isLocked: true)
/// line.draw(editor, into: drawing)
/// try drawing.write(to: host.outputDescriptor)
/// ```
public final class SecretEditor {
  /// The result of an input.
  public enum Outcome: Equatable, Sendable {
    /// The secret has changed.
    case changed
    /// The cursor has moved.
    case moved
    /// Nothing has changed.
    case unchanged
    /// The input was refused; the secret is unchanged.
    case refused(InputError)
    /// The caller must handle the key.
    case unhandled(TerminalKey)
  }

  /// The reason for refusing an input, which never contains the input.
  public enum InputError: Equatable, Sendable {
    /// The input contains a control character.
    case controlCharacter
    /// The input has several lines.
    case severalLines
    /// The input is not UTF-8.
    case notUTF8
    /// The secret would exceed ``SecretEditor/limit``.
    case tooLong
  }

  /// The maximum size of a secret in bytes.
  public static let limit = Int(FORMWORK_TEXT_LIMIT)

  /// Whether to draw the secret in clear text.
  public var isShown = false

  /// The number of characters as people count them: Backspace erases one.
  public private(set) var characterCount = 0

  /// The number of characters before the cursor.
  public private(set) var cursor = 0

  private let content = SecretBytes(isLocked: true)
  /// The position of the cursor in bytes, never within a character.
  private var place = 0

  /// Creates an editor with an empty secret.
  public init() {}

  /// Whether the secret is empty.
  public var isEmpty: Bool { content.isEmpty }

  /// The length in bytes.
  public var byteCount: Int { content.byteCount }

  /// The position of the cursor in bytes, from 0 to ``byteCount``, for EDIT.
  ///
  /// ``cursor`` counts characters as people do, and the host's `Property.cursor` of a secret counts code
  /// points.
  public var cursorByte: Int { place }

  /// Returns a copy of the secret.
  public func copyContent() -> SecretBytes {
    let copy = SecretBytes(isLocked: true)
    content.withBytes { copy.append($0) }
    return copy
  }

  /// Calls a closure with the bytes, which it must not keep.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    content.withBytes(body)
  }

  /// Applies typed or pasted text; the caller decides what a key does.
  public func apply(_ input: TerminalInput) -> Outcome {
    switch input {
    case .character(let scalar): type(scalar)
    case .key(let key): .unhandled(key)
    case .paste(let paste): insert(paste)
    case .overlongPaste: .refused(.tooLong)
    case .malformed: .refused(.notUTF8)
    }
  }

  /// Applies an edit.
  public func apply(_ edit: TextEdit) -> Outcome {
    switch edit {
    case .move(let target):
      return move(to: position(of: target))
    case .erase(let target):
      let other = position(of: target).place
      return erase(min(place, other)..<max(place, other))
    case .eraseAll:
      return erase(0..<byteCount)
    }
  }

  private func position(of target: TextEdit.Place) -> (place: Int, cursor: Int) {
    switch target {
    case .characterBefore:
      (min(character { $0.upperBound >= place }?.lowerBound ?? place, place), max(cursor - 1, 0))
    case .characterAfter:
      (character { $0.upperBound > place }?.upperBound ?? place, min(cursor + 1, characterCount))
    case .wordBefore: wordBefore
    case .wordAfter: wordAfter
    case .beginning: (0, 0)
    case .end: (byteCount, characterCount)
    }
  }

  private func move(to target: (place: Int, cursor: Int)) -> Outcome {
    if target.place == place { return .unchanged }
    (place, cursor) = target
    return .moved
  }

  private func erase(_ range: Range<Int>) -> Outcome {
    if range.isEmpty { return .unchanged }
    change(from: range.lowerBound) { content in
      content.remove(range)
      return range.lowerBound
    }
    return .changed
  }

  private func character(where isMeant: (Range<Int>) -> Bool) -> Range<Int>? {
    content.withBytes { bytes in
      let start = SecretCharacters.certainStart(before: place, in: bytes)
      return SecretCharacters(bytes, from: start).first { isMeant($0.range) }?.range
    }
  }

  /// The beginning of the word before the cursor: before the blanks, and then up to the next blank.
  ///
  /// A hidden secret counts as one word: steps would reveal the length of its words.
  private var wordBefore: (place: Int, cursor: Int) {
    guard isShown else { return (0, 0) }
    return content.withBytes { bytes in
      var start = (place: 0, cursor: 0)
      var isWithinWord = false
      for (index, character) in SecretCharacters(bytes).enumerated() {
        if character.range.lowerBound >= place { break }
        if !isWithinWord && !character.isBlank { start = (character.range.lowerBound, index) }
        isWithinWord = !character.isBlank
      }
      return start
    }
  }

  /// The end of the word after the cursor, including the blanks before the word.
  private var wordAfter: (place: Int, cursor: Int) {
    guard isShown else { return (byteCount, characterCount) }
    return content.withBytes { bytes in
      var isWithinWord = false
      for (index, character) in SecretCharacters(bytes).enumerated()
      where character.range.lowerBound >= place {
        if isWithinWord && character.isBlank { return (character.range.lowerBound, index) }
        isWithinWord = !character.isBlank
      }
      return (byteCount, characterCount)
    }
  }

  private func type(_ scalar: Unicode.Scalar) -> Outcome {
    if scalar.steersTerminals { return .refused(.controlCharacter) }
    guard content.byteCount + scalar.utf8.count <= Self.limit else { return .refused(.tooLong) }
    let typed = SecretBytes()
    for byte in scalar.utf8 { typed.append(byte) }
    typed.withBytes { insert($0) }
    return .changed
  }

  private func insert(_ paste: SecretBytes) -> Outcome {
    paste.withBytes { bytes in
      let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
      let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
      if line.isEmpty { return .unchanged }
      guard content.byteCount + line.count <= Self.limit else { return .refused(.tooLong) }
      guard paste.isUTF8 else { return .refused(.notUTF8) }
      if let refusal = Self.refusal(of: line) { return .refused(refusal) }
      insert(line)
      return .changed
    }
  }

  /// Inserts text at the cursor, which may combine with the adjacent characters.
  private func insert(_ bytes: UnsafeRawBufferPointer) {
    change(from: place) { content in
      content.insert(bytes, at: place)
      return place + bytes.count
    }
  }

  /// Changes the content after a position, and counts the characters from there again.
  ///
  /// Most text is typed at the end, and then the text before it need not be read.
  private func change(from start: Int, _ body: (SecretBytes) -> Int) {
    let certain = content.withBytes { SecretCharacters.certainStart(before: start, in: $0) }
    let old = count(from: certain)
    place = body(content)
    let new = count(from: certain)
    cursor += new.before - old.before
    characterCount += new.all - old.all
  }

  /// Counts the characters from a position on, and those before the cursor.
  ///
  /// A cursor within a character moves to the end of the character.
  private func count(from start: Int) -> (all: Int, before: Int) {
    content.withBytes { bytes in
      var (all, before) = (0, 0)
      for character in SecretCharacters(bytes, from: start) {
        all += 1
        if character.range.lowerBound < place {
          before = all
          place = max(place, character.range.upperBound)
        }
      }
      return (all, before)
    }
  }

  private static func refusal(of bytes: UnsafeRawBufferPointer) -> InputError? {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      if scalar == "\n" || scalar == "\r" { return .severalLines }
      if scalar.steersTerminals { return .controlCharacter }
    }
    return nil
  }
}

/// An edit of a text on one line, or of a secret.
public enum TextEdit: Hashable, Sendable {
  /// A place relative to the cursor.
  public enum Place: Hashable, Sendable {
    /// The beginning of the character before the cursor.
    case characterBefore
    /// The end of the character after the cursor.
    case characterAfter
    /// The beginning of the word before the cursor.
    case wordBefore
    /// The end of the word after the cursor.
    case wordAfter
    /// The beginning of the text.
    case beginning
    /// The end of the text.
    case end
  }

  /// Moves the cursor to a place.
  case move(Place)
  /// Erases the text between the cursor and a place.
  case erase(Place)
  /// Erases everything.
  case eraseAll
}
