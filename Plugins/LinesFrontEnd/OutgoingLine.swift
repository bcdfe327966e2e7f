import FormworkFrontEnd
import FormworkJSON

/// A line of output: an object whose first member names the message.
struct OutgoingLine {
  private var members: String

  init(_ message: String) { members = "{\"message\":\"\(message)\"" }

  mutating func add(_ name: String, _ number: some FixedWidthInteger) {
    members += ",\"\(name)\":\(number)"
  }

  mutating func add(_ name: String, _ text: String) {
    members += ",\"\(name)\":\(JSONNode(.string(text)).text())"
  }

  mutating func add(_ name: String, isSet: Bool) { if isSet { members += ",\"\(name)\":true" } }

  mutating func addNull(_ name: String) { members += ",\"\(name)\":null" }

  /// The line with its newline.
  var text: String { members + "}\n" }
}

extension DisplayMessage {
  /// The version of the lines, which the page JSONLines has too.
  private static let version = 1

  /// Returns the line of the message, as the answer to an input line: its number, or 0 before the first.
  func line(answering number: Int) -> String {
    var line = OutgoingLine(name)
    switch self {
    case .attach(let title, let isLost):
      line.add("version", Self.version)
      line.add("title", title)
      line.add("lost", isSet: isLost)
    case .change(let change): change.add(to: &line)
    case .history(let node, let text):
      line.add("node", node.rawValue)
      line.add("text", text)
    case .suggestion(let node, let suggestion, let revision):
      line.add("node", node.rawValue)
      line.add("revision", revision)
      guard let suggestion else { break }
      line.add("first", suggestion.range.lowerBound)
      line.add("count", suggestion.range.count)
      line.add("text", suggestion.text)
    case .resized(let size):
      line.add("columns", size.columns)
      line.add("rows", size.rows)
    case .flush(let revision):
      line.add("revision", revision)
      line.add("line", number)
    case .refused(let node, let refusal, let text):
      line.add("node", node.rawValue)
      line.add("refusal", HeaderName.refusals[refusal.rawValue])
      if !text.isEmpty { line.add("text", text) }
    case .detach(let reason): line.add("reason", HeaderName.reasons[reason.rawValue])
    }
    return line.text
  }

  private var name: String {
    switch self {
    case .attach: "attach"
    case .change(.inserted): "insert"
    case .change(.set): "set"
    case .change(.moved): "move"
    case .change(.removed): "remove"
    case .change(.focused): "focus"
    case .history: "history"
    case .suggestion: "suggest"
    case .resized: "resized"
    case .flush: "flush"
    case .refused: "refused"
    case .detach: "detach"
    }
  }
}

extension Change {
  fileprivate func add(to line: inout OutgoingLine) {
    switch self {
    case .inserted(let node, let kind, let name, let parent, let index):
      line.add("node", node.rawValue)
      line.add("parent", parent?.rawValue ?? 0)
      line.add("position", index)
      line.add("kind", HeaderName.kinds[Int(kind.rawValue)])
      line.add("name", name)
    case .moved(let node, let index):
      line.add("node", node.rawValue)
      line.add("position", index)
    case .removed(let node): line.add("node", node.rawValue)
    case .set(let node, let property, let value):
      line.add("node", node.rawValue)
      line.add("property", HeaderName.properties[Int(property.rawValue)])
      switch value {
      case .text(let text)?: line.add("value", text)
      case .number(let number)?:
        if let names = HeaderName.values[property] {
          // A number of a later version has no name yet.
          line.add("value", names.indices.contains(number) ? names[number] : names[0])
        } else {
          line.add("value", number)
        }
      case nil: line.addNull("value")
      }
    case .focused(let node): line.add("node", node?.rawValue ?? 0)
    }
  }
}
