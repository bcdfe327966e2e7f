import CFormwork
import FormworkFrontEnd
import TestSupport

/// An input message, as the scripted form and the tests read it.
struct FakePost: Sendable {
  let kind: formwork_message_kind
  let node: NodeID
  let flags: UInt32
  let number: Int64
  let count: Int
  let text: String?

  init(_ post: ScriptMessage) {
    kind = formwork_message_kind(rawValue: post.kind)
    node = NodeID(rawValue: post.node)
    flags = post.flags
    number = post.number
    count = Int(post.count)
    text = post.flags & FORMWORK_HAS_TEXT.rawValue == 0 ? nil : post.string
  }

  func has(_ flag: formwork_flag) -> Bool { flags & flag.rawValue != 0 }

  /// Returns the post as a line: `EDIT email "a@b" 3`.
  func line(name: String) -> String {
    let text = text.map { " \"\($0)\"" } ?? ""
    return switch kind {
    case FORMWORK_EDIT: "EDIT \(name)\(text) \(number)"
    case FORMWORK_COMMIT: "COMMIT \(name)\(text)"
    case FORMWORK_CHOOSE: "CHOOSE \(name) \(has(FORMWORK_ON) ? "on" : "off")"
    case FORMWORK_ACTIVATE: "ACTIVATE \(name)"
    case FORMWORK_GO:
      has(FORMWORK_NEXT) ? "NEXT" : has(FORMWORK_PREVIOUS) ? "PREVIOUS" : "GO \(name)"
    case FORMWORK_BACK: "BACK"
    case FORMWORK_WINDOW: "WINDOW \(name) \(number) \(count)"
    case FORMWORK_RESET: "RESET \(name)"
    case FORMWORK_QUIT: "QUIT"
    case FORMWORK_SWITCH: "SWITCH\(text)"
    default: "kind \(kind.rawValue)"
    }
  }
}
