/// What a field's content has to keep.
///
/// Data, but for ``custom(_:)``: a rule can be listed and shown.
public enum Rule: Sendable {
  /// Something has to stand there; a toggle has to be on.
  case required

  /// A text's length. The unit is the mode's own where none is given.
  ///
  /// A text of more than four bytes for each unit of the maximum breaks this rule alone: the others do not judge it.
  case length(minimum: Int?, maximum: Int?, unit: LengthUnit?)

  /// The characters that a text may have.
  case characters(AllowedCharacters)

  /// A text is an e-mail address.
  case email

  /// A number, or the milliseconds of a date or time, is neither below nor above.
  ///
  /// Where the minimum of a time of day is above its maximum, the range goes on past midnight.
  case range(minimum: ExactDecimal?, maximum: ExactDecimal?)

  /// A number, or the milliseconds of a date or time, is a multiple of this, counted from the minimum in HTML
  /// and from 0 in JSON Schema.
  case step(ExactDecimal)

  /// The content equals that of another field.
  case equals(FieldID)

  /// Whatever a form needs beyond these.
  case custom(CustomRule)

  /// How the length of a text is counted.
  public enum LengthUnit: Hashable, Sendable {
    /// UTF-16 code units, as HTML does.
    case utf16

    /// Code points, as JSON Schema and NIST SP 800-63B do.
    case codePoints
  }

  /// The fields that the rule reads besides its own.
  var reads: [FieldID] {
    switch self {
    case .equals(let other): [other]
    case .custom(let rule): rule.reads
    case .required, .length, .characters, .email, .range, .step: []
    }
  }
}

/// The characters that a text may have, in the first place and in the others.
public struct AllowedCharacters: Sendable {
  /// The name by which a sentence is chosen: the parameter of ``Violation/patternMismatch(_:)``.
  public let name: String
  private let first: Set<Unicode.Scalar>
  private let others: Set<Unicode.Scalar>

  /// Makes the set of those in `ranges` and `others`; the first has to be in `first`, if given.
  public init(
    named name: String, ranges: [ClosedRange<Unicode.Scalar>], others: String = "",
    first: [ClosedRange<Unicode.Scalar>]? = nil
  ) {
    func scalars(_ ranges: [ClosedRange<Unicode.Scalar>]) -> Set<Unicode.Scalar> {
      Set(
        ranges.flatMap {
          ($0.lowerBound.value...$0.upperBound.value).compactMap(Unicode.Scalar.init)
        })
    }
    self.name = name
    self.others = scalars(ranges).union(others.unicodeScalars)
    self.first = first.map(scalars) ?? self.others
  }

  package func allow(_ text: String) -> Bool {
    guard let head = text.unicodeScalars.first else { return true }
    return first.contains(head) && text.unicodeScalars.dropFirst().allSatisfy(others.contains)
  }
}

/// A rule that a form brings itself.
public struct CustomRule: Sendable {
  /// The rule's name, unique in its form.
  public let name: String

  /// The other fields that it reads: when one of them changes, the rule is judged again.
  public let reads: [FieldID]

  /// Judges a value; `nil` means that the rule holds.
  ///
  /// Pure: the same input gives the same answer.
  public let judge: @Sendable (Value, Answers) -> Violation?

  /// Makes a rule.
  public init(
    _ name: String, reading reads: [FieldID] = [],
    judge: @escaping @Sendable (Value, Answers) -> Violation?
  ) {
    self.name = name
    self.reads = reads
    self.judge = judge
  }
}

/// Whose words the rules are to be taken in, where HTML and JSON Schema disagree.
public enum RuleMode: Hashable, Sendable {
  /// An empty text breaks no rule but `required`; lengths count UTF-16 units, and only once a
  /// person has edited the text; steps count from the minimum.
  case html

  /// An empty text is a value; lengths count code points, always; steps count from zero.
  case jsonSchema
}
