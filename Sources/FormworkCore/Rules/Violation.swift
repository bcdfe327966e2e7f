/// One broken rule: a code of HTML's ValidityState, or a keyword of JSON Schema, with parameters.
///
/// A violation holds no sentence and nothing of what was entered but a count. Sentences come from
/// a catalogue, by the key of ``message(of:)``. Source of the codes: HTML Standard, section 4.10.21.3, "The ValidityState".
public enum Violation: Error, Hashable, Sendable {
  /// A required field is empty.
  case valueMissing

  /// The text has not the form that the field asks for.
  case typeMismatch(TextFormat)

  /// The text has characters, or an order of them, that the field does not take.
  ///
  /// The name tells which pattern, for the sentence to be chosen by.
  case patternMismatch(String)

  /// The text has more than `limit` units; `count` is what it has.
  case tooLong(limit: Int, count: Int)

  /// The text has fewer than `limit` units; `count` is what it has.
  case tooShort(limit: Int, count: Int)

  /// The number is below the limit.
  case rangeUnderflow(limit: ExactDecimal)

  /// The number is above the limit.
  case rangeOverflow(limit: ExactDecimal)

  /// The number lies between two steps.
  case stepMismatch(step: ExactDecimal, base: ExactDecimal)

  /// The date or time is before the limit, which is written as HTML does.
  case tooEarly(limit: String)

  /// The date or time is after the limit, which is written as HTML does.
  case tooLate(limit: String)

  /// The date or time lies between two steps of so many milliseconds, counted from the base, which is
  /// written as HTML does.
  case betweenSteps(milliseconds: Int, base: String)

  /// The input could not be understood.
  case badInput(BadInput)

  /// A rule of the form's own, by its name, with whatever its sentence needs.
  case customError(String, parameters: [String] = [])

  /// A keyword of JSON Schema that has no word in HTML.
  case keyword(String)

  /// What a text should look like.
  public enum TextFormat: Hashable, Sendable {
    /// An e-mail address.
    case email

    /// An address of the web.
    case webAddress
  }

  /// Why an input could not be understood.
  public enum BadInput: Hashable, Sendable {
    /// A character that controls a terminal or the direction of text.
    case controlCharacter(Unicode.Scalar)

    /// More than `String.inputLimit` bytes.
    case tooLarge(limit: Int)

    /// More than `String.markLimit` combining marks in a row.
    case tooManyMarks(limit: Int)

    /// Not a number, or one that cannot be kept exactly.
    case notANumber

    /// Where a whole number is asked for: not a number, or one with a fraction, or beyond 64 bits.
    case notAWholeNumber

    /// Not a date that there is, not a time of day, or not both.
    case notADateTime(DateTimeFormat)

    /// Not JSON: where, and what is wrong there.
    case notJSON(Message)

    /// Bytes that are no UTF-8.
    case notUTF8

    /// Something that a field of this kind cannot hold.
    case wrongKind
  }
}
