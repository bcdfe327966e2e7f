import CFormwork
import CFormworkWire
import FormworkCore

/// What is said to a front end and what it says, a line for each message, for its author to read.
///
/// The words are those of formwork.h. Of a secret only the length is there.
final class Trace {
  private struct Entry {
    let message: ScriptMessage
    let isPost: Bool
    let isSecret: Bool
  }

  /// Lines that stand below a complaint are no longer than this.
  private static let lengthLimit = 120

  private static let lastCount = 8

  private let check: String
  private let write: ((String) -> Void)?
  private var last: [Entry] = []

  /// The last messages before a front end crashed or hung, the oldest first.
  private(set) var ending: [String] = []

  init(of check: String, _ write: ((String) -> Void)?) { (self.check, self.write) = (check, write) }

  func note(told message: ScriptMessage) {
    note(Entry(message: message, isPost: false, isSecret: false))
  }

  func note(posted message: ScriptMessage, at form: ScriptedForm) {
    // What is about no node may be about the one that has the focus, and one that is gone was any.
    let kind = form[message.node == 0 ? form.focus : message.node]?.kind ?? .secretField
    note(Entry(message: message, isPost: true, isSecret: kind == .secretField))
  }

  private func note(_ entry: Entry) {
    write?("\(check) \(Self.line(entry))")
    last = last.suffix(Self.lastCount - 1) + [entry]
  }

  /// Keeps the last messages.
  func end() {
    ending = last.map {
      let line = Self.line($0)
      return line.count > Self.lengthLimit ? line.prefix(Self.lengthLimit) + "..." : line
    }
  }

  private static func line(_ entry: Entry) -> String {
    let message = entry.message
    var line = "\(entry.isPost ? "<" : ">") \(message.word)"
    // What else it has is of the process, and of no front end.
    if message.kind == FORMWORK_WIRE_RETURNED.rawValue { return line + " number=\(message.number)" }
    func add(_ name: String, _ number: some BinaryInteger, as word: String? = nil) {
      if number != 0 { line += " \(name)=\(word ?? "\(number)")" }
    }
    add("revision", message.revision)
    add("node", message.node)
    add("parent", message.parent)
    // The first place and the number 0 say something.
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
    if entry.isSecret && !message.text.isEmpty {
      line += " text=(\(message.text.count) bytes)"
    } else if !message.text.isEmpty || message.flags & FORMWORK_HAS_TEXT.rawValue != 0 {
      line += " text=\"\(message.string.replacingControls())\""
    }
    return line
  }
}

extension RawRepresentable where RawValue == UInt32 {
  /// The name of a case in the manner of formwork.h: `textField` is `TEXT_FIELD`.
  fileprivate var word: String {
    "\(self)".reduce(into: "") { word, letter in
      word += letter.isUppercase ? "_\(letter)" : letter.uppercased()
    }
  }
}
