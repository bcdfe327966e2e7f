import CFormwork
import CFormworkWire
import FormworkCore
import FormworkTools

/// The messages to and from a front end, a line each, with only the lengths of secrets.
final class Trace {
  /// The limits of the messages below a failure: characters of a line, and lines.
  private static let (lengthLimit, lineLimit) = (120, 8)

  private let check: String
  private let write: ((String) -> Void)?
  private var last: [String] = []

  /// The last messages before a front end crashed or hung, the oldest first.
  private(set) var lastLines: [String] = []

  init(of check: String, _ write: ((String) -> Void)?) { (self.check, self.write) = (check, write) }

  func note(sent message: ScriptMessage) { note(">", message, isSecret: false) }

  func note(posted message: ScriptMessage, at tree: ViewTree) {
    // A post without a node may be about that with the focus, and a node that is gone was of any kind.
    let node = message.node == 0 ? tree.focus : NodeID(rawValue: message.node)
    let kind = node.flatMap(tree.kind(of:)) ?? .secretField
    note("<", message, isSecret: kind == .secretField)
  }

  private func note(_ direction: String, _ message: ScriptMessage, isSecret: Bool) {
    if ProbeMessage.isOwn(message) { return }
    let line = "\(direction) \(message.fields(isSecret: isSecret))"
    write?("\(check) \(line)")
    last = last.suffix(Self.lineLimit - 1) + [line]
  }

  /// Keeps the last messages.
  func end() {
    lastLines = last.map {
      $0.count > Self.lengthLimit ? $0.prefix(Self.lengthLimit) + "..." : $0
    }
  }
}

extension ScriptMessage {
  /// Returns the kind, and the fields that are not 0, or in which 0 has a meaning.
  fileprivate func fields(isSecret: Bool) -> String {
    // The other fields tell about the process.
    if kind == FORMWORK_WIRE_RETURNED.rawValue { return "RETURNED number=\(number)" }
    let word = kind == FORMWORK_WIRE_RUN.rawValue ? "RUN" : word
    let isNumber = self.is(FORMWORK_SET) && flags == FORMWORK_HAS_NUMBER.rawValue
    let isPlaced = self.is(FORMWORK_INSERT) || self.is(FORMWORK_MOVE)
    let fields: [(name: String, value: String, isShown: Bool)] = [
      ("revision", "\(revision)", revision != 0), ("node", "\(node)", node != 0),
      ("parent", "\(parent)", parent != 0), ("position", "\(position)", isPlaced || position != 0),
      ("node_kind", NodeKind(rawValue: nodeKind)?.word ?? "\(nodeKind)", nodeKind != 0),
      ("property", Property(rawValue: property)?.word ?? "\(property)", property != 0),
      ("flags", "\(flags)", flags != 0 && !isNumber),
      ("number", "\(number)", isNumber || number != 0), ("count", "\(count)", count != 0),
      (
        "text",
        isSecret && !text.isEmpty ? "(\(text.count) bytes)" : "\"\(string.replacingControls())\"",
        !text.isEmpty || flags & FORMWORK_HAS_TEXT.rawValue != 0
      ),
    ]
    return fields.filter(\.isShown).reduce(word) { "\($0) \($1.name)=\($1.value)" }
  }
}

extension RawRepresentable where RawValue == UInt32 {
  /// The name of a case as formwork.h has it: `TEXT_FIELD` for `textField`.
  fileprivate var word: String {
    "\(self)".reduce(into: "") { word, letter in
      word += letter.isUppercase ? "_\(letter)" : letter.uppercased()
    }
  }
}
