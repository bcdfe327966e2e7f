public import FormworkMessages
import FormworkVocabulary

/// A fault in a document, without its values, which may be passwords.
public struct JSONError: UserMessageError, Equatable {
  /// The place of the fault.
  public let place: JSONPlace

  /// The fault and its solution.
  public let fault: Message

  /// Whether the document exceeds a limit of size, depth or digits, and may be valid otherwise.
  public let isLimit: Bool

  package init(place: JSONPlace, fault: Message, isLimit: Bool = false) {
    self.place = place
    self.fault = fault
    self.isLimit = isLimit
  }

  /// Creates the error of a document beyond a limit.
  package static func limit(
    _ key: String, _ limit: Int, at place: JSONPlace = .start
  ) -> JSONError {
    JSONError(place: place, fault: .key(key, count: limit), isLimit: true)
  }

  static func doubleName(_ name: some Collection<UInt8>, at place: JSONPlace) -> JSONError {
    let name = String(decoding: name, as: UTF8.self).printable
    return JSONError(place: place, fault: .key("json.doubleName", ["name": .verbatim(name)]))
  }

  /// A line with the place, the fault and the solution.
  public var message: Message { .key("json.fault", ["place": place.message, "fault": fault]) }
}

extension String {
  /// The text without control characters, truncated for a message.
  package var printable: String {
    String(unicodeScalars.prefix(64)).replacingControls() + (unicodeScalars.count > 64 ? "..." : "")
  }
}

extension Catalogue {
  /// The English messages about documents.
  public static let json = Catalogue([
    "json.fault": "{place}: {fault}",
    "json.place": "line {line}, column {column}",
    "json.byteOrderMark": "a byte order mark: save the document without one",
    "json.surplus": "something follows the value: remove it",
    "json.cut": "the document ends here: finish it",
    "json.noValue": "no value of JSON: write a string in quotation marks, a number, true or false",
    "json.unclosedArray": "',' or ']' is missing: put it here",
    "json.trailingComma": "nothing follows this comma: remove it",
    "json.leadingZero": "a number begins with a zero: remove it",
    "json.noName": "a name in quotation marks is missing: put it here",
    "json.noColon": "':' is missing: put it here",
    "json.unclosedObject": "',' or '}' is missing: put it here",
    "json.controlCharacter": "a control character in a string: write it as an escape",
    "json.notUTF8": "not UTF-8: save the document as UTF-8",
    "json.unclosedString": "the string that begins here does not end: close it",
    "json.noEscape": "no such escape: write \\\\ for a backslash",
    "json.halfOfAPair": "half of a surrogate pair: write both halves",
    "json.notHexadecimal": "\\u needs four hexadecimal digits: write them",
    "json.doubleName": "the name \"{name}\" occurs twice: remove one",
    "json.tooDeep": "nested more than {count} deep: nest it less",
    "json.tooManyDigits": "a number of more than {count} digits: shorten it",
    "json.hugeExponent": "an exponent of more than 18 digits: write a smaller one",
    "json.tooLong": "more than {count} bytes: shorten the document",
  ])
}

/// A place in a document.
public struct JSONPlace: Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int

  /// The column in Unicode scalars, counted from 1.
  public let column: Int

  package static let start = JSONPlace(line: 1, column: 1)

  /// Creates a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPlace {
  /// A message such as `line 3, column 7`.
  public var message: Message {
    .key("json.place", ["line": .number(line), "column": .number(column)])
  }
}
