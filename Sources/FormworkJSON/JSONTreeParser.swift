import FormworkMessages
import FormworkSystem
import FormworkVocabulary

struct JSONTreeParser {
  private var scanner: JSONScanner
  private var depth = 0
  private let secretMembers: Set<String>

  /// The buffer for decoded strings, which are never longer than their sources.
  private let scratch: UnsafeMutableRawBufferPointer

  init(_ document: UnsafeRawBufferPointer, secretMembers: Set<String>) {
    scanner = JSONScanner(document)
    self.secretMembers = secretMembers
    scratch = .allocate(byteCount: document.count, alignment: 1)
  }

  func end() {
    scratch.wipe()
    scratch.deallocate()
  }

  mutating func document(_ secret: JSONReader.Secrets) throws(JSONError) -> JSONNode {
    guard !scanner.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw fault(.key("json.byteOrderMark"))
    }
    scanner.skipSpace()
    let node = try value(isSecret: false, secret)
    scanner.skipSpace()
    guard scanner.next == nil else { throw fault(.key("json.surplus")) }
    return node
  }

  private func fault(_ words: Message, at place: JSONPlace? = nil) -> JSONError {
    JSONError(place: place ?? scanner.place, fault: words)
  }

  // MARK: Values

  private mutating func value(
    isSecret: Bool, _ secret: JSONReader.Secrets
  ) throws(JSONError) -> JSONNode {
    let place = scanner.place
    switch scanner.next {
    case nil: throw fault(.key("json.cut"))
    case 0x7B: return try object(isSecret: isSecret, secret)
    case 0x5B: return try array(isSecret: isSecret, secret)
    case 0x22 where isSecret:
      let count = try decodeString()
      let text = UnsafeMutableRawBufferPointer(rebasing: scratch[..<count])
      secret(place, UnsafeRawBufferPointer(text))
      text.wipe()
      return JSONNode(.string(""), at: place)
    case 0x22: return JSONNode(.string(try string()), at: place)
    default: break
    }
    if scanner.skip(word: "null") { return JSONNode(.null, at: place) }
    if scanner.skip(word: "true") { return JSONNode(.bool(true), at: place) }
    if scanner.skip(word: "false") { return JSONNode(.bool(false), at: place) }
    guard let length = JSONScanner.numberLength(in: scanner.bytes, from: scanner.offset),
      let number = JSONNumber(
        String(decoding: scanner.bytes[scanner.offset..<(scanner.offset + length)], as: UTF8.self))
    else {
      throw fault(.key("json.noValue"))
    }
    scanner.advance(length)
    return JSONNode(.number(number), at: place)
  }

  private mutating func array(
    isSecret: Bool, _ secret: JSONReader.Secrets
  ) throws(JSONError) -> JSONNode {
    let place = scanner.place
    var elements: [JSONNode] = []
    try parts(before: "]", .key("json.unclosedArray")) { (parser) throws(JSONError) in
      elements.append(try parser.value(isSecret: isSecret, secret))
    }
    return JSONNode(.array(elements), at: place)
  }

  private mutating func object(
    isSecret: Bool, _ secret: JSONReader.Secrets
  ) throws(JSONError) -> JSONNode {
    let place = scanner.place
    var members: [JSONMember] = []
    var names: Set<[UInt8]> = []
    try parts(before: "}", .key("json.unclosedObject")) { (parser) throws(JSONError) in
      let namePlace = parser.scanner.place
      guard parser.scanner.next == 0x22 else { throw parser.fault(.key("json.noName")) }
      let name = try parser.string()
      guard names.insert(Array(name.utf8)).inserted else {
        throw parser.fault(
          .key("json.doubleName", ["name": .verbatim(name.printable)]), at: namePlace)
      }
      parser.scanner.skipSpace()
      guard parser.scanner.skip(":") else { throw parser.fault(.key("json.noColon")) }
      parser.scanner.skipSpace()
      let isSecret = isSecret || parser.secretMembers.contains(name)
      members.append(JSONMember(name, at: namePlace, try parser.value(isSecret: isSecret, secret)))
    }
    return JSONNode(.object(members), at: place)
  }

  /// Parses the parts of an array or object, from its opening to its closing bracket.
  private mutating func parts(
    before end: Unicode.Scalar, _ unclosed: Message,
    _ part: (inout JSONTreeParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    let place = scanner.place
    scanner.advance()
    try enter(at: place)
    defer { depth -= 1 }
    scanner.skipSpace()
    if scanner.skip(end) { return }
    repeat {
      scanner.skipSpace()
      try part(&self)
      scanner.skipSpace()
    } while scanner.skip(",")
    guard scanner.skip(end) else { throw fault(unclosed) }
  }

  private mutating func enter(at place: JSONPlace) throws(JSONError) {
    depth += 1
    guard depth <= JSONReader.depthLimit else {
      throw fault(.key("json.tooDeep", count: JSONReader.depthLimit), at: place)
    }
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    let count = try decodeString()
    return String(decoding: scratch[..<count], as: UTF8.self)
  }

  private mutating func decodeString() throws(JSONError) -> Int {
    let start = scanner.place
    scanner.advance()
    var count = 0
    while let byte = scanner.next {
      switch byte {
      case 0x22:
        scanner.advance()
        return count
      case 0x5C:
        for byte in String(try escape()).utf8 {
          scratch[count] = byte
          count += 1
        }
      case 0..<0x20:
        throw fault(.key("json.controlCharacter"))
      default:
        guard let length = scanner.sequenceLength else {
          throw fault(.key("json.notUTF8"))
        }
        for offset in scanner.offset..<(scanner.offset + length) {
          scratch[count] = scanner.bytes[offset]
          count += 1
        }
        scanner.advance(length)
      }
    }
    throw fault(.key("json.unclosedString"), at: start)
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r",
    0x74: "\t",
  ]

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let place = scanner.place
    scanner.advance()
    let letter = scanner.next
    scanner.advance()
    if let character = letter.flatMap({ Self.escapes[$0] }) { return character }
    guard letter == 0x75 else { throw fault(.key("json.noEscape"), at: place) }
    let unit = try codeUnit(at: place)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), scanner.skip("\\"), scanner.skip("u") else {
      throw fault(.key("json.halfOfAPair"), at: place)
    }
    let other = try codeUnit(at: place)
    guard UTF16.isTrailSurrogate(other) else {
      throw fault(.key("json.halfOfAPair"), at: place)
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, other]))
  }

  private mutating func codeUnit(at place: JSONPlace) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = scanner.next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw fault(.key("json.notHexadecimal"), at: place)
      }
      unit = unit << 4 | UInt16(digit)
      scanner.advance()
    }
    return unit
  }
}

extension String {
  /// The text without control characters, truncated for a message.
  fileprivate var printable: String {
    String(unicodeScalars.prefix(64)).replacingControls() + (unicodeScalars.count > 64 ? "..." : "")
  }
}

struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var place: JSONPlace { JSONPlace(line: line, column: column) }

  /// The next byte; `nil` at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance(_ count: Int = 1) {
    for byte in bytes[offset..<min(offset + count, bytes.count)] {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
  }

  /// Skips the next byte if it is this one; returns whether it was.
  mutating func skip(_ ascii: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == ascii.value else { return false }
    advance()
    return true
  }

  /// Skips the next bytes if they are these; returns whether they were.
  mutating func skip(word: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[offset...].starts(with: wanted) else { return false }
    advance(wanted.count)
    return true
  }

  mutating func skipSpace() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { advance() }
  }

  /// Returns the length of the number at an offset; `nil` if there is none.
  static func numberLength(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var end = start
    func digits() -> Int { bytes[end...].prefix { (0x30...0x39).contains($0) }.count }
    func isNext(_ choices: String) -> Bool {
      end < bytes.count && choices.utf8.contains(bytes[end])
    }
    if isNext("-") { end += 1 }
    if isNext("0") {
      end += 1
    } else {
      guard digits() > 0 else { return nil }
      end += digits()
    }
    if isNext(".") {
      end += 1
      guard digits() > 0 else { return nil }
      end += digits()
    }
    if isNext("eE") {
      end += 1
      if isNext("+-") { end += 1 }
      guard digits() > 0 else { return nil }
      end += digits()
    }
    return end - start
  }

  /// The length of the next well-formed UTF-8 sequence; `nil` if there is none.
  var sequenceLength: Int? {
    var decoder = UTF8()
    var rest = bytes[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return UTF8.width(scalar)
  }
}
