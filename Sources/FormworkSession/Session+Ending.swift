public import FormworkCore
import Glibc

extension Session {
  /// Why a session ended.
  public enum Ending: Hashable, Sendable {
    /// The last screen led nowhere.
    case finished

    /// Input ended with something left undone.
    case inputEnded

    /// A signal came.
    case interrupted(CInt)

    /// The person wants another front end. The session can be attached again.
    case switchRequested(String)

    /// The person wants to edit the text of a field with a program outside. The session can be
    /// attached again.
    case outsideEditRequested(NodeID)

    /// Why the front end is detached.
    var reason: DetachReason {
      switch self {
      case .finished, .inputEnded: .done
      case .interrupted: .signal
      case .switchRequested: .switched
      case .outsideEditRequested: .editOutside
      }
    }

    /// Whether the session goes on once it is attached again.
    public var isPause: Bool {
      switch self {
      case .switchRequested, .outsideEditRequested: true
      case .finished, .inputEnded, .interrupted: false
      }
    }
  }

  /// Whether the person is where a secret is typed.
  package var isAtSecret: Bool { screen.tree.focus.flatMap(screen.kind(of:)) == .secretField }

  /// What stands in a field that may be edited outside; `nil` of any other node.
  ///
  /// Never a secret.
  public func text(of node: NodeID) -> String? {
    guard let shown = screen.tree[node], shown.kind.isTextual else { return nil }
    if case .text(let text) = shown[.value] { return text }
    return ""
  }
}
