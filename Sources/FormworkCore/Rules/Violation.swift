public import FormworkJSON
import FormworkSystem

/// A violated rule: a code of HTML's ValidityState or a keyword of JSON Schema, with parameters.
///
/// A violation contains none of the content except its length, and no sentence except that of a form's own rule. The
/// catalogue has the sentences, by the key of ``message(of:)``. Source of the codes: HTML Standard, section 4.10.21.3, "The ValidityState".
public enum Violation: Error, Hashable, Sendable {
  // Large values are stored indirectly, because each field has a place for a violation.

  /// A required field is empty.
  case valueMissing

  /// The text does not have the format of the field.
  case typeMismatch(TextFormat)

  /// The text has characters that the field does not allow, or in an order that it does not allow.
  ///
  /// The parameter is the name of the pattern, which selects the sentence.
  case patternMismatch(String)

  /// The text has `count` units, more than `limit`.
  case tooLong(limit: Int, count: Int)

  /// The text has `count` units, fewer than `limit`.
  case tooShort(limit: Int, count: Int)

  /// The number is below the limit.
  indirect case rangeUnderflow(limit: ExactDecimal)

  /// The number is above the limit.
  indirect case rangeOverflow(limit: ExactDecimal)

  /// The number is between two steps.
  indirect case stepMismatch(step: ExactDecimal, base: ExactDecimal)

  /// The date or time is before the limit, which has HTML's format.
  case tooEarly(limit: String)

  /// The date or time is after the limit, which has HTML's format.
  case tooLate(limit: String)

  /// The date or time is between two steps from the base, which has HTML's format.
  indirect case betweenSteps(milliseconds: Int, base: String)

  /// The input could not be parsed.
  case badInput(BadInput)

  /// A rule of the form was violated: its sentence, such as `.customError("has to be even")`.
  indirect case customError(Message)

  /// A keyword of JSON Schema without an equivalent in HTML was violated.
  case keyword(String)

  /// The expected format of a text.
  public enum TextFormat: Hashable, Sendable {
    /// An e-mail address.
    case email

    /// A web address.
    case webAddress
  }

  /// The reason why an input could not be parsed.
  public enum BadInput: Hashable, Sendable {
    /// A character that controls a terminal or the direction of text.
    case controlCharacter(Unicode.Scalar)

    /// More than `String.inputLimit` bytes.
    case tooLarge(limit: Int)

    /// More than `String.markLimit` combining marks in a row.
    case tooManyMarks(limit: Int)

    /// Not a number, or a number that cannot be stored exactly.
    case notANumber

    /// Not a whole number of 64 bits.
    case notAWholeNumber

    /// Not a valid date, time of day, or both.
    case notADateTime(DateTimeFormat)

    /// Not valid JSON: the place and the reason.
    indirect case notJSON(Message)

    /// Bytes that are not valid UTF-8.
    case notUTF8

    /// Content of the wrong kind for the field.
    case wrongKind
  }
}

/// The violations of a content, in the order of its rules.
///
/// Most contents have at most one, which needs no memory of its own.
public struct Violations: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, Sendable {
  private var others: [Violation] = []
  private var head: Violation?

  init(_ violation: Violation? = nil) { head = violation }

  /// Creates violations from a list.
  public init(arrayLiteral violations: Violation...) { violations.forEach { append($0) } }

  mutating func append(_ violation: Violation) {
    if head == nil { head = violation } else { others.append(violation) }
  }

  /// The index of the first violation.
  public var startIndex: Int { 0 }

  /// The number of violations.
  public var endIndex: Int { head == nil ? 0 : others.count + 1 }

  /// The violation at an index.
  public subscript(index: Int) -> Violation {
    if index == 0, let head { head } else { others[index - 1] }
  }
}

extension Violation {
  /// Returns the violation of a form's own rule in several languages.
  ///
  /// The key of its sentence is `customError.` and `key`. A sentence can be more specific for a field, such as
  /// `customError.taken.username`.
  public static func customError(
    key: String, _ arguments: [String: Message] = [:], count: Int? = nil
  ) -> Violation {
    .customError(.key("customError", of: key, arguments, count: count))
  }

  /// Returns the message about a violation in a field, or in a text that belongs to no field.
  ///
  /// The key is the code of HTML or JSON Schema, then a detail if the code has several meanings, then the name of
  /// the field. Codes with details never occur without one, so that no detail is mistaken for a field name. A text of
  /// the form's own rule is the message.
  public func message(of field: FieldID? = nil) -> Message {
    sentence(own: \.self) { key, arguments, count in
      .key(key, of: field?.rawValue, arguments(), count: count)
    }
  }

  /// Passes the key, the arguments and the count of the sentence to a closure, or the `own` message.
  func sentence<Result>(
    own: (Message) -> Result, _ make: (String, () -> [String: Message], Int?) -> Result
  ) -> Result {
    switch self {
    case .valueMissing: return make("valueMissing", { [:] }, nil)
    case .typeMismatch(.email): return make("typeMismatch.email", { [:] }, nil)
    case .typeMismatch(.webAddress): return make("typeMismatch.webAddress", { [:] }, nil)
    case .patternMismatch(let name): return make("patternMismatch" + "." + name, { [:] }, nil)
    case .tooLong(let limit, let count):
      return make(
        "tooLong", { ["limit": .number(limit), "excess": .number(count - limit)] }, limit)
    case .tooShort(let limit, let count):
      return make(
        "tooShort", { ["limit": .number(limit), "missing": .number(limit - count)] }, limit)
    case .rangeUnderflow(let limit):
      return make("rangeUnderflow.number", { ["limit": "\(limit)"] }, nil)
    case .rangeOverflow(let limit):
      return make("rangeOverflow.number", { ["limit": "\(limit)"] }, nil)
    case .stepMismatch(let step, let base):
      return make("stepMismatch.number", { ["step": "\(step)", "base": "\(base)"] }, nil)
    case .tooEarly(let limit):
      return make("rangeUnderflow.dateTime", { ["limit": .verbatim(limit.spaced)] }, nil)
    case .tooLate(let limit):
      return make("rangeOverflow.dateTime", { ["limit": .verbatim(limit.spaced)] }, nil)
    case .betweenSteps(let milliseconds, let base):
      let units = [("days", DateTimeFormat.day), ("minutes", 60_000), ("seconds", 1_000)]
      let unit = units.first { milliseconds.isMultiple(of: $0.1) } ?? ("milliseconds", 1)
      let count = milliseconds / unit.1
      return make(
        "stepMismatch" + "." + unit.0,
        { ["step": .number(count), "base": .verbatim(base.spaced)] }, count)
    case .badInput(.controlCharacter(let character)):
      return make(
        "badInput.controlCharacter", { ["character": .verbatim(character.spelled)] }, nil)
    case .badInput(.tooLarge(let limit)):
      return make("badInput.tooLarge", { ["limit": .number(limit)] }, limit)
    case .badInput(.tooManyMarks(let limit)):
      return make("badInput.tooManyMarks", { ["limit": .number(limit)] }, limit)
    case .badInput(.notANumber): return make("badInput.notANumber", { [:] }, nil)
    case .badInput(.notAWholeNumber): return make("badInput.notAWholeNumber", { [:] }, nil)
    case .badInput(.notADateTime(let format)):
      return make("badInput" + "." + format.rawValue, { [:] }, nil)
    case .badInput(.notJSON(let reason)):
      return make("badInput.notJSON", { ["reason": reason] }, nil)
    case .badInput(.notUTF8): return make("badInput.notUTF8", { [:] }, nil)
    case .badInput(.wrongKind): return make("badInput.wrongKind", { [:] }, nil)
    case .customError(.key(let key, let arguments, let count)):
      return make(key, { arguments }, count)
    case .customError(let text): return own(text)
    case .keyword(let keyword):
      return make("keyword" + "." + keyword, { ["label": .verbatim(keyword)] }, nil)
    }
  }
}

extension String {
  /// The date and time with a space instead of the `T`.
  fileprivate var spaced: String { String(map { $0 == "T" ? " " : $0 }) }
}

extension Unicode.Scalar {
  /// The number and name of the character, such as `U+001B ESCAPE`.
  fileprivate var spelled: String {
    let digits = String(value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let controls = Self.controls
    let control = value < controls.count ? controls[Int(value)] : value == 0x7F ? "DELETE" : nil
    guard let name = control ?? properties.name else { return number }
    return "\(number) \(name)"
  }

  /// The names of U+0000 to U+001F, for which Unicode has only aliases.
  ///
  /// Source: Unicode Character Database, NameAliases.txt.
  private static let controls = [
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY",
    "ACKNOWLEDGE", "ALERT", "BACKSPACE", "TAB", "LINE FEED", "LINE TABULATION", "FORM FEED",
    "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE",
    "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
  ]
}

extension Message {
  /// Returns a path or other text of the system in a readable form.
  package static func path(_ path: String) -> Message { .verbatim(path.systemTextShown) }
}
