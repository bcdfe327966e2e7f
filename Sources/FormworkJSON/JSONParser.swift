import FormworkMessages

/// A strict parser of JSON, which writes the entries of a document.
///
/// Source: RFC 8259.
struct JSONParser {
  /// The number of zeros after the source, so that the parser may read a word at its last byte.
  static let padding = 8

  private typealias Position = UnsafePointer<UInt8>

  /// The copy of the source in which strings with escapes are decoded, if there are any.
  private(set) var copy: UnsafeMutableRawBufferPointer?
  private(set) var writer: JSONEntryWriter

  private let source: UnsafeRawBufferPointer
  private let limits: JSONDocument.Limits
  private let start: Position
  private let end: Position
  private var at: Position

  /// Creates a parser of a source with zeros at its end.
  init(_ source: UnsafeRawBufferPointer, limits: JSONDocument.Limits) {
    self.source = source
    self.limits = limits
    let bytes = source.bindMemory(to: UInt8.self)
    guard let start = bytes.baseAddress else { preconditionFailure("a source has zeros") }
    self.start = start
    (at, end) = (start, start + source.count - Self.padding)
    // Fewer entries than this are rare, and more are not.
    writer = JSONEntryWriter(capacity: source.count / 16)
  }

  /// Parses the document.
  mutating func document() throws(JSONError) {
    guard !source.starts(with: [0xEF, 0xBB, 0xBF]) else { throw fault("json.byteOrderMark") }
    // The first two characters of JSON are ASCII, so one of two bytes is zero in UTF-16 and UTF-32.
    let isWide = end - start > 1 && (at[0] == 0 || at[1] == 0)
    guard !isWide, at[0] < 0xFE else { throw fault("json.notUTF8") }
    skipSpace()
    repeat { try value() } while try hasNext()
    guard at == end else { throw fault("json.surplus") }
  }

  @inline(never)
  private func fault(_ key: String, _ position: Position? = nil) -> JSONError {
    JSONError(place: place((position ?? at) - start), fault: .key(key))
  }

  private func place(_ offset: Int) -> JSONPlace { JSONPlace(ofByte: offset, in: source) }

  private var text: UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(copy ?? UnsafeMutableRawBufferPointer(mutating: source))
      .assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at.pointee <= 0x20, at.pointee == 0x20 || 0x09...0x0A ~= at.pointee || at.pointee == 0x0D
    {
      at += 1
    }
  }

  // MARK: Values

  /// Parses a value, or the beginning of one until its first part that is no container.
  private mutating func value() throws(JSONError) {
    while true {
      switch at.pointee {
      case 0x22:
        let (offset, count) = try string()
        return writer.append(.string, offset: offset, count: count)
      case 0x2D, 0x30...0x39: return try number()
      case 0x5B:
        if try open(.array, closing: 0x5D) { return }
      case 0x7B:
        if try open(.object, closing: 0x7D) { return }
        try name()
      case 0x6E: return try literal("null", .null)
      case 0x74: return try literal("true", .true)
      case 0x66: return try literal("false", .false)
      default: throw fault(at == end ? "json.cut" : "json.noValue")
      }
    }
  }

  private mutating func literal(_ word: StaticString, _ kind: JSONKind) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount where at[index] != word.utf8Start[index] {
      throw fault("json.noValue")
    }
    writer.append(kind, offset: at - start, count: word.utf8CodeUnitCount)
    at += word.utf8CodeUnitCount
  }

  /// Opens a container; returns whether it is empty, and thus closed.
  private mutating func open(_ kind: JSONKind, closing: UInt8) throws(JSONError) -> Bool {
    let offset = at - start
    let isTooDeep = writer.open(kind, offset: offset, limit: limits.depth)
    guard !isTooDeep else { throw .limit("json.tooDeep", limits.depth, at: place(offset)) }
    at += 1
    skipSpace()
    guard at.pointee == closing else { return false }
    at += 1
    _ = writer.close(text)
    return true
  }

  /// Ends containers after a value; returns whether another value follows.
  private mutating func hasNext() throws(JSONError) -> Bool {
    while true {
      skipSpace()
      guard let kind = writer.openKind else { return false }
      let isObject = kind == .object
      switch at.pointee {
      case 0x2C:
        let comma = at
        at += 1
        skipSpace()
        guard at.pointee != (isObject ? 0x7D : 0x5D) else {
          throw fault("json.trailingComma", comma)
        }
        if isObject { try name() }
        return true
      case 0x5D where !isObject, 0x7D where isObject:
        at += 1
        if let double = writer.close(text) { throw doubleName(double) }
      default: throw fault(isObject ? "json.unclosedObject" : "json.unclosedArray")
      }
    }
  }

  /// Parses a name and the colon after it.
  private mutating func name() throws(JSONError) {
    guard at.pointee == 0x22 else { throw fault("json.noName") }
    let (offset, count) = try string()
    if let double = writer.appendName(offset: offset, count: count, in: text) {
      throw doubleName(double)
    }
    skipSpace()
    guard at.pointee == 0x3A else { throw fault("json.noColon") }
    at += 1
    skipSpace()
  }

  private func doubleName(_ index: Int) -> JSONError {
    let entry = writer.entries[index]
    let name = text[Int(entry.offset)...].prefix(Int(entry.count))
    return .doubleName(name, at: place(Int(entry.offset) - 1))
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) {
    var end = at
    if end.pointee == 0x2D { end += 1 }
    if end.pointee == 0x30 {
      end += 1
      guard end.pointee &- 0x30 >= 10 else { throw fault("json.leadingZero") }
    } else {
      guard Self.skipDigits(&end) else { throw fault("json.noValue") }
    }
    if end.pointee == 0x2E {
      end += 1
      guard Self.skipDigits(&end) else { throw fault("json.noValue") }
    }
    if end.pointee | 0x20 == 0x65 {
      end += 1
      if end.pointee == 0x2B || end.pointee == 0x2D { end += 1 }
      guard Self.skipDigits(&end) else { throw fault("json.noValue") }
    }
    let literal = UnsafeBufferPointer(start: at, count: end - at)
    if literal.count > min(18, limits.digitCount), let fault = limits.fault(ofNumber: literal) {
      throw JSONError(place: place(at - start), fault: fault, isLimit: true)
    }
    writer.append(.number, offset: at - start, count: literal.count)
    at = end
  }

  /// Skips digits; returns whether there are any.
  @inline(__always)
  private static func skipDigits(_ position: inout Position) -> Bool {
    let start = position
    while position.pointee &- 0x30 < 10 { position += 1 }
    return position > start
  }

  // MARK: Strings

  /// Parses a string; returns the position of its text, which it decodes in the copy if it has escapes.
  private mutating func string() throws(JSONError) -> (offset: Int, count: Int) {
    let first = at + 1
    // The part before `run` is decoded, in `count` bytes.
    var (run, count, position) = (first, 0, first)
    while true {
      position = Self.plainEnd(position)
      switch position.pointee {
      case 0x22:
        if run != first { copyRun(run, position, first - start + count) }
        at = position + 1
        return (first - start, count + (position - run))
      case 0x5C:
        copyRun(run, position, first - start + count)
        count += position - run
        at = position
        for byte in try escape().utf8 {
          copy?[first - start + count] = byte
          count += 1
        }
        (run, position) = (at, at)
      case 0..<0x20:
        guard position < end else { throw fault("json.unclosedString", first - 1) }
        throw fault("json.controlCharacter", position)
      default:
        let length = Self.sequenceLength(position)
        guard length > 0 else { throw fault("json.notUTF8", position) }
        position += length
      }
    }
  }

  /// Returns the position of the first byte that ends or interrupts a string of plain ASCII.
  @inline(__always)
  private static func plainEnd(_ position: Position) -> Position {
    var position = position
    while true {
      let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self).littleEndian
      let ones: UInt64 = 0x0101_0101_0101_0101
      // The lowest byte whose highest bit is set is one that was looked for. Source: Bit Twiddling Hacks,
      // "Determine if a word has a byte less than n".
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let found =
        (word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & (ones &* 0x80)
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
  }

  private mutating func copyRun(_ run: Position, _ end: Position, _ offset: Int) {
    let copy = self.copy ?? .allocate(byteCount: source.count, alignment: 8)
    if self.copy == nil { copy.copyMemory(from: source) }
    self.copy = copy
    UnsafeMutableRawBufferPointer(rebasing: copy[offset...])
      .copyMemory(from: UnsafeRawBufferPointer(start: run, count: end - run))
  }

  /// Returns the length of a well-formed sequence of bytes, or 0.
  ///
  /// Source: RFC 3629, section 4.
  private static func sequenceLength(_ bytes: Position) -> Int {
    func isTail(_ index: Int) -> Bool { bytes[index] & 0xC0 == 0x80 }
    let (lead, second) = (bytes[0], bytes[1])
    switch lead {
    case 0xC2...0xDF: return isTail(1) ? 2 : 0
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F: return 0
    case 0xE0...0xEF: return isTail(1) && isTail(2) ? 3 : 0
    case 0xF0 where second < 0x90, 0xF4 where second > 0x8F: return 0
    case 0xF0...0xF4: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
    default: return 0
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let backslash = at
    at += 2
    switch backslash[1] {
    case 0x22, 0x5C, 0x2F: return Unicode.Scalar(backslash[1])
    case 0x62: return "\u{8}"
    case 0x66: return "\u{C}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x75: break
    default: throw fault("json.noEscape", backslash)
    }
    let unit = try codeUnit(backslash)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), at[0] == 0x5C, at[1] == 0x75 else {
      throw fault("json.halfOfAPair", backslash)
    }
    at += 2
    let other = try codeUnit(backslash)
    guard UTF16.isTrailSurrogate(other) else { throw fault("json.halfOfAPair", backslash) }
    return UTF16.decode(UTF16.EncodedScalar([unit, other]))
  }

  private mutating func codeUnit(_ backslash: Position) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(at.pointee)).hexDigitValue else {
        throw fault("json.notHexadecimal", backslash)
      }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }
}

extension JSONDocument.Limits {
  /// Returns the fault of a number beyond the limits.
  func fault(ofNumber literal: UnsafeBufferPointer<UInt8>) -> Message? {
    let significand = literal.prefix { $0 | 0x20 != 0x65 }
    guard significand.count(where: { 0x30...0x39 ~= $0 }) <= digitCount else {
      return .key("json.tooManyDigits", count: digitCount)
    }
    let isHuge = literal.count - significand.count > 18 && ExactDecimal(utf8: literal) == nil
    return isHuge ? .key("json.hugeExponent") : nil
  }
}
