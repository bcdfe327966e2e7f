/// A question that the user has to answer before any other interaction with the screen.
public struct Alert: Hashable, Sendable {
  /// A possible answer.
  public struct Button: Hashable, Sendable {
    /// The stable name, which identifies the answer.
    public let name: String

    /// The label that the user reads.
    public let label: String

    /// The role of the button.
    public let role: NodeRole

    /// Whether the answer is yes or no, or `nil` if it is neither.
    public let isYes: Bool?

    /// Creates a button.
    public init(
      _ name: String, label: String, role: NodeRole = .nothing, isYes: Bool? = nil
    ) {
      self.name = name
      self.label = label
      self.role = role
      self.isYes = isYes
    }
  }

  /// The question, a single line of plain text.
  public let text: String

  /// The possible answers, in order; the focus starts at the first.
  public let buttons: [Button]

  /// Creates an alert.
  public init(_ text: String, buttons: [Button]) {
    self.text = text
    self.buttons = buttons
  }
}

/// An object that shows alerts for a view model.
///
/// Inject it, and replace it in tests. A screen that conforms presents alerts through its
/// `navigation`.
public protocol AlertPresenter: AnyObject {
  /// Presents an alert, which replaces a visible one.
  ///
  /// `answer` receives the pressed button on the thread of the session, after the alert has disappeared, unless it
  /// disappears without an answer.
  func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void)
}

extension AlertPresenter {
  /// Asks a question of one line, and performs the action if the user confirms it.
  ///
  /// The focus starts at the button that declines.
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
