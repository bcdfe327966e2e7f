/// A question that the person has to answer before anything else on the screen.
public struct Alert: Hashable, Sendable {
  /// One of the answers.
  public struct Button: Hashable, Sendable {
    /// Its stable name, by which the screen knows what was answered.
    public let name: String

    /// What is on it.
    public let label: String

    /// What it is for.
    public let role: NodeRole

    /// Whether it says yes to the question, or no; `nil` where it is neither.
    public let isYes: Bool?

    /// Makes a button.
    public init(
      _ name: String, label: String, role: NodeRole = .nothing, isYes: Bool? = nil
    ) {
      self.name = name
      self.label = label
      self.role = role
      self.isYes = isYes
    }
  }

  /// The question, in plain text of one line.
  public let text: String

  /// The answers, in order: the person begins at the first.
  public let buttons: [Button]

  /// Makes an alert.
  public init(_ text: String, buttons: [Button]) {
    self.text = text
    self.buttons = buttons
  }
}
