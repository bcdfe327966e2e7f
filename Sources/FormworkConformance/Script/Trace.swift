import CFormwork
import CFormworkWire
import FormworkCore

/// The messages to and from a front end, a line each; of a secret, the length alone.
final class Trace {
  /// The limit of a line below a failure.
  private static let lengthLimit = 120

  private static let lastCount = 8

  private let check: String
  private let write: ((String) -> Void)?
  private var last: [String] = []

  /// The last messages before a front end crashed or hung, the oldest first.
  private(set) var ending: [String] = []

  init(of check: String, _ write: ((String) -> Void)?) { (self.check, self.write) = (check, write) }

  func note(told message: ScriptMessage) {
    note(Self.line(">", message))
  }

  func note(posted message: ScriptMessage, at tree: ViewTree) {
    // A post without a node may be about that with the focus, and a node that is gone was of any kind.
    let node = message.node == 0 ? tree.focus : NodeID(rawValue: message.node)
    let kind = node.flatMap(tree.kind(of:)) ?? .secretField
    note(Self.line("<", message, isSecret: kind == .secretField))
  }

  private func note(_ line: String) {
    write?("\(check) \(line)")
    last = last.suffix(Self.lastCount - 1) + [line]
  }

  /// Keeps the last messages.
  func end() {
    ending = last.map {
      $0.count > Self.lengthLimit ? $0.prefix(Self.lengthLimit) + "..." : $0
    }
  }

  private static func line(
    _ direction: String, _ message: ScriptMessage, isSecret: Bool = false
  ) -> String {
    var line = "\(direction) \(message.word)"
    // The other fields tell about the process.
    if message.kind == FORMWORK_WIRE_RETURNED.rawValue { return line + " number=\(message.number)" }
    func add(_ name: String, _ number: some BinaryInteger, as word: String? = nil) {
      if number != 0 { line += " \(name)=\(word ?? "\(number)")" }
    }
    add("revision", message.revision)
    add("node", message.node)
    add("parent", message.parent)
    // Here a zero has a meaning.
    if message.is(FORMWORK_INSERT) || message.is(FORMWORK_MOVE) {
      line += " position=\(message.position)"
    }
    add("node_kind", message.nodeKind, as: NodeKind(rawValue: message.nodeKind)?.word)
    add("property", message.property, as: Property(rawValue: message.property)?.word)
    if message.is(FORMWORK_SET), message.flags == FORMWORK_HAS_NUMBER.rawValue {
      line += " number=\(message.number)"
    } else {
      add("flags", message.flags)
      add("number", message.number)
    }
    add("count", message.count)
    if isSecret && !message.text.isEmpty {
      line += " text=(\(message.text.count) bytes)"
    } else if !message.text.isEmpty || message.flags & FORMWORK_HAS_TEXT.rawValue != 0 {
      line += " text=\"\(message.string.replacingControls())\""
    }
    return line
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
