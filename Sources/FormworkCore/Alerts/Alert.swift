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

/// Puts questions to the person for a view model.
///
/// Injected, and faked in tests. A screen that says it is one presents alerts by its `navigation`.
public protocol AlertResponder: AnyObject {
  /// Presents an alert, in the place of the one that is there.
  ///
  /// - Parameters:
  ///   - alert: The question.
  ///   - answer: Told the button that the person has pressed, on the thread of the session, once the alert is
  ///     off the screen; never, where the alert goes without an answer.
  func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void)
}

extension AlertResponder {
  /// Asks whether to do something.
  ///
  /// - Parameters:
  ///   - question: In plain text of one line.
  ///   - yes: What is on the button that does it, and what that is for.
  ///   - no: What is on the button that does not: the person begins there.
  ///   - act: Does it; called where the person has said yes.
  public func confirm(
    _ question: String, yes: (label: String, role: NodeRole), no: String,
    then act: @escaping () -> Void
  ) {
    let buttons = [
      Alert.Button("no", label: no, role: .cancel, isYes: false),
      Alert.Button("yes", label: yes.label, role: yes.role, isYes: true),
    ]
    present(Alert(question, buttons: buttons)) { if $0.isYes == true { act() } }
  }
}
