import FormworkFrontEnd
import Glibc

/// What a person types, out of the bytes that a terminal sends.
struct KeyInput {
  /// One thing that was typed.
  enum Item: Equatable {
    /// A character, or a part of what a key sends.
    case character(Unicode.Scalar)
    /// A text that was pasted, or a character that is no key.
    case text([UInt8])
    /// A text that was pasted and is longer than any text may be.
    case tooLong
  }

  /// How long the rest of a sequence may be on its way, before its beginning counts as typed.
  static let patience = Duration.milliseconds(60)

  // ECMA-48 private sequences of xterm: what is pasted comes between the two.
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var start = 0
  private var paste: [UInt8]?
  private var isTooLong = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes are left that ``next(isRestLate:)`` has not used.
  var hasBytes: Bool { start < bytes.count }

  /// Forgets what was typed and not used.
  mutating func discard() {
    (bytes, start, paste) = ([], 0, nil)
    tcflush(descriptor, TCIFLUSH)
  }

  /// Gives away what was read and not used; it is wiped here.
  mutating func handOver(to body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    bytes.wipe()
    (bytes, start) = ([], 0)
  }

  /// Takes what somebody else has read and not used.
  mutating func takeOver(_ rest: UnsafeRawBufferPointer) { bytes += rest }

  /// Reads once what there is.
  ///
  /// A byte at a time, but for what is pasted: the rest stays with the terminal, for whoever reads it
  /// after this front end.
  ///
  /// - Returns: Whether the input goes on.
  mutating func fill() throws(SystemError) -> Bool {
    while true {
      let count = paste == nil ? readByte() : readMany()
      if count > 0 { return true }
      if count == 0 || errno == EIO { return false }
      if errno == EAGAIN { return true }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }

  /// Appends a byte by one read(2), and returns what that returns.
  ///
  /// It is read into its place: where it is a part of a secret, no copy is left elsewhere.
  private mutating func readByte() -> Int {
    if start > 0 && start == bytes.count {
      // All were used: the first place is free.
      if start > 1 { bytes.removeSubrange(1...) }
      start = 0
    } else {
      bytes.append(0)
    }
    let place = bytes.count - 1
    let count = read(descriptor, &bytes[place], 1)
    if count <= 0 { bytes.removeLast() }
    return count
  }

  /// Appends what one read(2) gives, and returns what that returns.
  private mutating func readMany() -> Int {
    let most = 4096
    return withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { chunk in
      let count = read(descriptor, chunk.baseAddress, most)
      if count > 0 {
        bytes += chunk[..<count]
        // It may be a part of a secret.
        if let address = chunk.baseAddress { explicit_bzero(address, count) }
      }
      return count
    }
  }

  /// The next thing that was typed; `nil` where more has to be read first.
  ///
  /// - Parameter isRestLate: Whether ``patience`` has passed: what looks like the beginning of a
  ///   sequence is none.
  /// - Returns: What was typed.
  mutating func next(isRestLate: Bool = false) -> Item? {
    if paste != nil { return nextOfPaste() }
    guard start < bytes.count else { return nil }
    if bytes[start] == 0x1B {
      let rest = bytes[start...]
      let same = zip(rest, Self.pasteStart).prefix { $0 == $1 }.count
      if same == Self.pasteStart.count {
        start += same
        (paste, isTooLong) = ([], false)
        return nextOfPaste()
      }
      if same == rest.count && !isRestLate { return nil }
    }
    return nextCharacter(isRestLate: isRestLate)
  }

  private mutating func nextCharacter(isRestLate: Bool) -> Item? {
    if bytes[start] < 0x80 {
      defer { start += 1 }
      return .character(Unicode.Scalar(bytes[start]))
    }
    let rest = bytes[start...]
    var decoder = UTF8()
    var used = 0
    var iterator = rest.prefix(4).makeIterator()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      start += UTF8.width(scalar)
      // The keys of ours lie among the C1 controls: one that was typed is a text, for the host to name.
      let isControl = (0x80...0x9F).contains(scalar.value)
      return isControl ? .text(Array(String(Character(scalar)).utf8)) : .character(scalar)
    case .error, .emptyInput:
      let length = Self.length(ofSequenceBeginning: rest[rest.startIndex])
      let isCut = rest.count < length && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
      if isCut && !isRestLate { return nil }
      used = 1
      start += used
      return .character("\u{FFFD}")
    }
  }

  private static func length(ofSequenceBeginning byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private mutating func nextOfPaste() -> Item? {
    guard var text = paste else { return nil }
    text += bytes[start...]
    (bytes, start) = ([], 0)
    guard let end = text.firstRange(of: Self.pasteEnd) else {
      // So much may be the beginning of the end.
      if text.count > Int(String.inputLimit) + Self.pasteEnd.count {
        isTooLong = true
        text.removeFirst(text.count - Self.pasteEnd.count)
      }
      paste = text
      return nil
    }
    bytes = Array(text[end.upperBound...])
    text.removeSubrange(end.lowerBound...)
    paste = nil
    return isTooLong || text.count > String.inputLimit ? .tooLong : .text(text)
  }
}

extension String {
  /// The longest text that a field may hold, in bytes.
  static var inputLimit: Int { LineInput.limit }
}

extension Array where Element == UInt8 {
  /// Overwrites the bytes with zeros, by a call that no compiler leaves out.
  fileprivate mutating func wipe() {
    withUnsafeMutableBytes { if let address = $0.baseAddress { explicit_bzero(address, $0.count) } }
  }

  /// Where some bytes are for the first time.
  fileprivate func firstRange(of pattern: [UInt8]) -> Range<Int>? {
    guard count >= pattern.count else { return nil }
    for start in 0...(count - pattern.count)
    where self[start] == pattern[0] && self[start..<start + pattern.count].elementsEqual(pattern) {
      return start..<start + pattern.count
    }
    return nil
  }
}
