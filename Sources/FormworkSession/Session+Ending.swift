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

    /// Whether the session goes on once it is attached again.
    public var isPause: Bool {
      switch self {
      case .switchRequested, .outsideEditRequested: true
      case .finished, .inputEnded, .interrupted: false
      }
    }
  }
}
