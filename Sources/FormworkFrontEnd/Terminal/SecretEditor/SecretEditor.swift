import CFormwork

/// Edits a secret, with the cursor always at its end.
///
/// It decides only; ``KeyDecoder`` gives it input, and ``SecretLine`` draws it. What it holds is
/// UTF-8 on one line, without characters that steer terminals, in memory that is locked and wiped;
/// there is no history, and no way to get back what was erased.
public final class SecretEditor {
  /// What came of an input.
  public enum Outcome: Equatable, Sendable {
    /// The secret is another one.
    case changed
    /// The input is an editing key, with nothing to do.
    case unchanged
    /// The person is done.
    case accepted
    /// The input cannot be taken; the secret is what it was.
    case refused(Refusal)
    /// The key is for the caller.
    case unhandled(TerminalKey)
  }

  /// Why an input cannot be taken: never what is in it.
  public enum Refusal: Equatable, Sendable {
    /// There is a character in it that steers terminals.
    case controlCharacter
    /// It has several lines.
    case severalLines
    /// It is no UTF-8.
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

  private let content = SecretBytes(isLocked: true)

  /// Makes an editor of nothing.
  public init() {}

  /// Whether there is nothing.
  public var isEmpty: Bool { content.isEmpty }

  /// The length in bytes.
  public var byteCount: Int { content.byteCount }

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

  /// Takes in an input.
  public func apply(_ input: TerminalInput) -> Outcome {
    switch input {
    case .character(let scalar): type(scalar)
    case .key(let key): press(key)
    case .paste(let paste): insert(paste)
    case .overlongPaste: .refused(.tooLong)
    case .malformed: .refused(.notUTF8)
    }
  }

  /// Erases everything.
  public func eraseAll() {
    content.wipe()
    characterCount = 0
  }

  private func press(_ key: TerminalKey) -> Outcome {
    switch key {
    case .enter: return .accepted
    case .backspace: return erase { eraseCharacter() }
    case .control("W"), .meta("\u{7F}"): return erase { eraseWord() }
    case .control("U"): return erase { eraseAll() }
    // It erases under the cursor, where there is never anything; alone it ends the input.
    case .control("D") where !isEmpty: return .unchanged
    case .tab, .backTab, .escape, .control, .meta, .up, .down, .left, .right, .home, .end, .insert,
      .delete, .pageUp, .pageDown, .unknown:
      return .unhandled(key)
    }
  }

  private func erase(_ body: () -> Void) -> Outcome {
    if isEmpty { return .unchanged }
    body()
    return .changed
  }

  private func eraseCharacter() {
    let start = content.withBytes { bytes in
      let start = SecretCharacters.certainStart(before: bytes.count, in: bytes)
      return SecretCharacters(bytes, from: start).reduce(start) { $1.range.lowerBound }
    }
    content.truncate(to: start)
    characterCount -= 1
  }

  /// Erases blanks, and then what stands before them up to the next blank, as terminals do.
  private func eraseWord() {
    var (start, kept, count) = (0, 0, 0)
    var isWithinWord = false
    content.withBytes { bytes in
      for character in SecretCharacters(bytes) {
        if !isWithinWord && !character.isBlank {
          (start, kept) = (character.range.lowerBound, count)
        }
        isWithinWord = !character.isBlank
        count += 1
      }
    }
    content.truncate(to: start)
    characterCount = kept
  }

  private func type(_ scalar: Unicode.Scalar) -> Outcome {
    if scalar.steersTerminals { return .refused(.controlCharacter) }
    guard content.byteCount + scalar.utf8.count <= Self.limit else { return .refused(.tooLong) }
    append { content in for byte in scalar.utf8 { content.append(byte) } }
    return .changed
  }

  private func insert(_ paste: SecretBytes) -> Outcome {
    paste.withBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.lineLength(of: bytes)))
      if line.isEmpty { return .unchanged }
      guard content.byteCount + line.count <= Self.limit else { return .refused(.tooLong) }
      guard paste.isUTF8 else { return .refused(.notUTF8) }
      if let refusal = Self.refusal(of: line) { return .refused(refusal) }
      append { $0.append(line) }
      return .changed
    }
  }

  /// Adds text, which may combine with the last character.
  private func append(_ body: (SecretBytes) -> Void) {
    let start = content.withBytes { SecretCharacters.certainStart(before: $0.count, in: $0) }
    let before = characterCount(from: start)
    body(content)
    characterCount += characterCount(from: start) - before
  }

  private func characterCount(from start: Int) -> Int {
    content.withBytes { bytes in
      SecretCharacters(bytes, from: start).reduce(0) { sum, _ in sum + 1 }
    }
  }

  /// The length without the newline at the end: some terminals send it as a carriage return.
  private static func lineLength(of bytes: UnsafeRawBufferPointer) -> Int {
    if bytes.suffix(2).elementsEqual([0x0D, 0x0A]) { return bytes.count - 2 }
    return bytes.last == 0x0A || bytes.last == 0x0D ? bytes.count - 1 : bytes.count
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
