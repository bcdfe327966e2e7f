public import FormworkMessages

/// What is wrong with a document.
///
/// Quotes no value of it: there may be passwords in it.
public struct JSONError: Explained, Equatable {
  /// Where it is.
  public let place: JSONPlace

  /// What it is, and the mend.
  public let fault: Message

  package init(place: JSONPlace, fault: Message) {
    self.place = place
    self.fault = fault
  }

  /// One line: where, what, and the mend.
  public var message: Message { Message("json.fault", ["place": place.message, "fault": fault]) }
}

extension Catalogue {
  /// What is wrong with documents, in English.
  public static let json = Catalogue([
    "json.fault": "{place}: {fault}",
    "json.place": "line {line}, column {column}",
    "json.byteOrderMark": "a byte order mark: save the document without one",
    "json.surplus": "something follows the value: take it out",
    "json.cut": "the document ends here: finish it",
    "json.noValue": "no value of JSON: write a string in quotation marks, a number, true or false",
    "json.unclosedArray": "',' or ']' is missing: put it here",
    "json.noName": "a name in quotation marks is missing: put it here",
    "json.noColon": "':' is missing: put it here",
    "json.unclosedObject": "',' or '}' is missing: put it here",
    "json.controlCharacter": "a control character in a string: write it as an escape",
    "json.notUTF8": "not UTF-8: save the document as UTF-8",
    "json.unclosedString": "the string that begins here does not end: close it",
    "json.noEscape": "no such escape: write \\\\ for a backslash",
    "json.halfOfAPair": "half of a surrogate pair: write both halves",
    "json.notHexadecimal": "\\u needs four hexadecimal digits: write them",
    "json.doubleName": "the name \"{name}\" stands twice: take one out",
    "json.tooDeep": "nested more than {count} deep: nest it less",
    "json.tooLong": "more than {count} bytes: shorten the document",
  ])
}

/// A place in a document.
public struct JSONPlace: Hashable, Sendable {
  /// Counted from 1.
  public let line: Int

  /// Counted from 1, in Unicode scalars.
  public let column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPlace: Comparable {
  /// Whether one place comes before the other.
  public static func < (one: JSONPlace, other: JSONPlace) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}

extension JSONPlace {
  /// As in `line 3, column 7`.
  public var message: Message {
    Message("json.place", ["line": .number(line), "column": .number(column)])
  }
}
