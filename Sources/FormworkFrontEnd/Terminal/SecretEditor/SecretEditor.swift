import CFormwork

/// Edits a secret.
///
/// The editor decides only: ``KeyDecoder`` gives it what is typed, the caller knows which ``TextEdit`` a key
/// stands for, and ``SecretLine`` draws it. The secret is UTF-8 on one line, without characters that steer
/// terminals, in memory that is locked and wiped; there is no history, and no way to get back what was erased.
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
  /// What came of an input.
  public enum Outcome: Equatable, Sendable {
    /// The secret is another one.
    case changed
    /// The cursor is at another place.
    case moved
    /// There is nothing to do.
    case unchanged
    /// The input cannot be taken; the secret is what it was.
    case refused(Refusal)
    /// The key is for the caller.
    case unhandled(TerminalKey)
  }

  /// Why an input cannot be taken: never what is in it.
  public enum Refusal: Equatable, Sendable {
    /// There is a character in it that steers terminals.
    case controlCharacter
    /// The input has several lines.
    case severalLines
    /// The input is no UTF-8.
    case notUTF8
    /// The secret would have more bytes than ``SecretEditor/limit``.
    case tooLong
  }

  /// The most bytes that a secret may have.
  public static let limit = Int(FORMWORK_TEXT_LIMIT)

  /// Whether the secret is to be drawn as it is.
  public var isShown = false

  /// The number of characters as people count them: what Backspace erases is one.
  public private(set) var characterCount = 0

  /// The number of characters before the cursor.
  public private(set) var cursor = 0

  private let content = SecretBytes(isLocked: true)
  /// Where the cursor is, in bytes: never within a character.
  private var place = 0

  /// Makes an editor of nothing.
  public init() {}

  /// Whether the secret is empty.
  public var isEmpty: Bool { content.isEmpty }

  /// The length in bytes.
  public var byteCount: Int { content.byteCount }

  /// Where the cursor is, in bytes, from 0 to ``byteCount``: what EDIT tells of it.
  ///
  /// ``cursor`` counts what people call characters, and the host's `Property.cursor` of a secret counts code points.
  public var cursorByte: Int { place }

  /// A copy of the secret as it is now.
  public func copyContent() -> SecretBytes {
    let copy = SecretBytes(isLocked: true)
    content.withBytes { copy.append($0) }
    return copy
  }

  /// Lends the bytes.
  ///
  /// They must not be kept.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    content.withBytes(body)
  }

  /// Takes in what was typed or pasted; what a key does is the caller's to know.
  public func apply(_ input: TerminalInput) -> Outcome {
    switch input {
    case .character(let scalar): type(scalar)
    case .key(let key): .unhandled(key)
    case .paste(let paste): insert(paste)
    case .overlongPaste: .refused(.tooLong)
    case .malformed: .refused(.notUTF8)
    }
  }

  /// Does what a key stands for.
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

  /// Where a place is, in bytes, and the number of characters before it.
  private func position(of target: TextEdit.Place) -> (place: Int, cursor: Int) {
    switch target {
    case .characterBefore: (characterBefore, max(cursor - 1, 0))
    case .characterAfter: (characterAfter, min(cursor + 1, characterCount))
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

  /// Where the character before the cursor begins.
  private var characterBefore: Int {
    content.withBytes { bytes in
      let start = SecretCharacters.certainStart(before: place, in: bytes)
      let character = SecretCharacters(bytes, from: start).first { $0.range.upperBound >= place }
      return character.map { min($0.range.lowerBound, place) } ?? place
    }
  }

  /// Where the character behind the cursor ends.
  private var characterAfter: Int {
    content.withBytes { bytes in
      let start = SecretCharacters.certainStart(before: place, in: bytes)
      let character = SecretCharacters(bytes, from: start).first { $0.range.upperBound > place }
      return character?.range.upperBound ?? place
    }
  }

  /// Where the word before the cursor begins: blanks are passed, and then what stands before them up
  /// to the next blank, as terminals do.
  ///
  /// A secret that is not shown is one word: a step through it would tell how long its words are.
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

  /// Where the word behind the cursor ends, with the blanks before it passed.
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
    withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { bytes in
      bytes.copyBytes(from: scalar.utf8)
      let typed = UnsafeMutableRawBufferPointer(rebasing: bytes[..<scalar.utf8.count])
      insert(UnsafeRawBufferPointer(typed))
      typed.wipe()
    }
    return .changed
  }

  private func insert(_ paste: SecretBytes) -> Outcome {
    paste.withBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(paste.lineByteCount))
      if line.isEmpty { return .unchanged }
      guard content.byteCount + line.count <= Self.limit else { return .refused(.tooLong) }
      guard paste.isUTF8 else { return .refused(.notUTF8) }
      if let refusal = Self.refusal(of: line) { return .refused(refusal) }
      insert(line)
      return .changed
    }
  }

  /// Puts text at the cursor, which may combine with the characters there.
  private func insert(_ bytes: UnsafeRawBufferPointer) {
    change(from: place) { content in
      content.insert(bytes, at: place)
      return place + bytes.count
    }
  }

  /// Changes the content, behind a place alone, and counts anew from there.
  ///
  /// At the end, where most is typed, what stands before has no part in it.
  private func change(from start: Int, _ body: (SecretBytes) -> Int) {
    let certain = content.withBytes { SecretCharacters.certainStart(before: start, in: $0) }
    let old = count(from: certain)
    place = body(content)
    let new = count(from: certain)
    cursor += new.before - old.before
    characterCount += new.all - old.all
  }

  /// Counts the characters from a place on, and those of them before the cursor, which is brought to
  /// the end of the one that it is in.
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

  /// What is wrong with a text, if anything: the first fault in it.
  private static func refusal(of bytes: UnsafeRawBufferPointer) -> Refusal? {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      if scalar == "\n" || scalar == "\r" { return .severalLines }
      if scalar.steersTerminals { return .controlCharacter }
    }
    return nil
  }
}

/// What a key does to a text on one line, or to a secret.
public enum TextEdit: Hashable, Sendable {
  /// A place, as seen from the cursor.
  public enum Place: Hashable, Sendable {
    /// The beginning of the character before the cursor.
    case characterBefore
    /// The end of the character behind the cursor.
    case characterAfter
    /// The beginning of the word before the cursor.
    case wordBefore
    /// The end of the word behind the cursor.
    case wordAfter
    /// The beginning of the text.
    case beginning
    /// The end of the text.
    case end
  }

  /// Moves the cursor to a place.
  case move(Place)
  /// Erases what stands between the cursor and a place.
  case erase(Place)
  /// Erases everything.
  case eraseAll
}
