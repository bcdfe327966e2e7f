/// What was entered into a form that was not submitted, for another time.
///
/// Its paths are of names and places: `username`, `contacts/0/address`. Never holds a secret.
public struct Draft: Equatable, Sendable {
  /// What stands in the fields that differ from what they begin with.
  public let contents: [FieldID: FieldContent]

  /// The fields that were judged: a person has been there.
  public let touched: Set<FieldID>

  /// How many items are in the lists that have others than they begin with; 1 of a section that was opened.
  public let counts: [FieldID: Int]

  /// Makes a draft; secrets are left out.
  public init(
    contents: [FieldID: FieldContent] = [:], touched: Set<FieldID> = [],
    counts: [FieldID: Int] = [:]
  ) {
    self.contents = contents.filter { if case .secret = $0.value { false } else { true } }
    self.touched = touched
    self.counts = counts
  }

  init(_ entered: Entered) {
    self.init(contents: entered.contents, touched: entered.touched, counts: entered.counts)
  }

  var entered: Entered { Entered(contents: contents, touched: touched, counts: counts) }

  /// Whether nothing would be lost with it.
  public var isEmpty: Bool { contents.isEmpty && counts.isEmpty }
}
