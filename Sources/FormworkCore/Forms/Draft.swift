/// What was entered into a form that was not submitted, for another time.
///
/// Never holds a secret.
public struct Draft: Equatable, Sendable {
  /// What stands in the fields that differ from what they begin with.
  public let contents: [FieldID: FieldContent]

  /// The fields that were judged: a person has been there.
  public let touched: Set<FieldID>

  /// Makes a draft; secrets are left out.
  public init(contents: [FieldID: FieldContent] = [:], touched: Set<FieldID> = []) {
    self.contents = contents.filter { if case .secret = $0.value { false } else { true } }
    self.touched = touched
  }

  /// Whether nothing would be lost with it.
  public var isEmpty: Bool { contents.isEmpty }
}
