import FormworkFrontEnd
import Interaction

/// The messages to the page, as server-sent events in JSON.
///
/// A page that has just connected gets the whole picture, and then only the changes.
final class PageFeed {
  private let limits: ServerLimits
  private var stream: EventStream?

  /// The changes since the last flush.
  private var changes: [String] = []

  /// Whether the page has a picture to which changes apply.
  private var isShown = false

  /// The lists of suggestions, and the text for which the last one was requested.
  private var suggestions = SuggestionLists()
  private var completed: String?

  /// The earlier entries of fields, which a page gets again after a reload.
  private var histories: [NodeID: [String]] = [:]

  /// The number of attachments: the nodes of another one have the same numbers.
  private var attachmentCount = 0

  /// The number of the last post of the page.
  var lastNumber = 0

  /// Called when the page has disconnected.
  var left: () -> Void = {}

  init(limits: ServerLimits) { self.limits = limits }

  /// Whether a page is connected.
  var hasPage: Bool { stream != nil }

  /// The descriptor to watch for an end of the connection; -1 if the server watches it.
  var socket: Int32 { stream?.socket ?? -1 }

  /// Begins the stream of a page that will connect, and returns its picture if there is one.
  func begin(showing picture: ViewTreeReplica, proof: String) -> String? {
    _ = replaceStream(proof: proof)
    return picture.isComplete ? json(of: picture) : nil
  }

  /// Connects a page; the first time after its beginning, it has the picture.
  func connect(showing picture: ViewTreeReplica, proof: String, isFirst: Bool) -> EventStream {
    if isFirst, let stream, !stream.isOpen { return stream }
    let stream = replaceStream(proof: proof)
    if picture.isComplete { send(json(of: picture)) }
    return stream
  }

  /// Replaces the stream of an earlier page by one that proves that this is the page's program.
  private func replaceStream(proof: String) -> EventStream {
    if let stream {
      send(object(["type": "replaced".quoted]))
      stream.end()
    }
    let stream = EventStream { [weak self] ended in
      guard let self, self.stream === ended else { return }
      self.stream = nil
      left()
    }
    (self.stream, isShown) = (stream, false)
    send(object([("type", "proof".quoted), ("proof", proof.quoted)]))
    return stream
  }

  /// Ends a connection that the page has closed.
  func disconnect() { stream?.end(atOnce: true) }

  /// Notes a request for suggestions.
  func noteCompletion(of text: String) {
    suggestions.noteRequest()
    completed = text
  }

  /// Translates a message of the host, which a flush sends.
  func take(_ message: DisplayMessage) {
    switch message {
    case .attach:
      (changes, isShown, histories) = ([], false, [:])
      attachmentCount += 1
    case .change(let change): if isShown { changes.append(change.json) }
    case .refused(let node, let reason, let text):
      changes.append(
        array(["refused".quoted, node.json, "\(reason)".quoted, text.quoted]))
    case .suggestion(let node, let suggestion, _):
      guard let list = suggestions.take(suggestion), let completed else { return }
      let texts = list.compactMap { $0.applied(to: completed)?.quoted }
      changes.append(array(["suggest".quoted, node.json, array(texts)]))
    case .history(let node, let text):
      histories[node, default: []].append(text)
      if isShown { changes.append(array(["history".quoted, node.json, text.quoted])) }
    case .resized, .flush, .detach: break
    }
  }

  /// Sends the changes up to a flush.
  func flush(_ picture: ViewTreeReplica) {
    defer { changes = [] }
    guard let stream else { return }
    if !isShown { return send(json(of: picture)) }
    // A page that does not read begins again with the whole picture.
    if stream.waitingCount > limits.queueByteCount { return stream.end(atOnce: true) }
    send(object(head("changes", picture) + [("changes", array(changes))]))
  }

  /// Ends the page with the texts that it still shows.
  func end(for reason: DetachReason, texts: [String]) {
    guard let stream else { return }
    send(
      object([
        ("type", "end".quoted), ("reason", "\(reason)".quoted),
        ("texts", array(texts.map(\.quoted))),
      ]))
    stream.end()
  }

  private func head(_ type: String, _ picture: ViewTreeReplica) -> [(String, String)] {
    [("type", type.quoted), ("revision", "\(picture.revision)"), ("n", "\(lastNumber)")]
  }

  /// Returns a whole picture, to which changes apply from then on.
  private func json(of picture: ViewTreeReplica) -> String {
    isShown = true
    let nodes = picture.nodes().map { node in
      let properties = node.properties.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { ("\($0.key)", $0.value.json) }
      return array([
        node.id.json, "\(node.kind)".quoted, node.name.quoted, node.parent?.json ?? "0",
        object(properties),
      ])
    }
    // Refusals of the same flush belong to it.
    let refusals = changes.filter { $0.hasPrefix("[\"refused\"") }
    let entries = histories.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { node, texts in
      texts.map { array(["history".quoted, node.json, $0.quoted]) }
    }
    return object(
      head("picture", picture) + [
        ("title", picture.title.quoted), ("attachment", "\(attachmentCount)"),
        ("focus", picture.focus?.json ?? "0"),
        ("nodes", array(nodes)), ("changes", array(entries + refusals)),
      ])
  }

  private func send(_ event: String) { stream?.send("data: \(event)\n\n") }
}

private func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }

private func object(_ members: [(String, String)]) -> String {
  "{\(members.map { "\($0.quoted):\($1)" }.joined(separator: ","))}"
}

private func object(_ members: [String: String]) -> String { object(members.map { ($0, $1) }) }

extension String {
  /// The text as a string of JSON, without line breaks and without the beginning of a tag.
  package var quoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension ViewTreeReplica {
  /// Whether the picture is one that a flush has completed.
  fileprivate var isComplete: Bool { isConsistent && revision > 0 }
}

extension NodeID {
  fileprivate var json: String { "\(rawValue)" }
}

extension PropertyValue {
  fileprivate var json: String {
    switch self {
    case .text(let text): text.quoted
    case .number(let number): "\(number)"
    }
  }
}

extension Change {
  fileprivate var json: String {
    switch self {
    case .inserted(let id, let kind, let name, let parent, let index):
      array([
        "insert".quoted, id.json, "\(kind)".quoted, name.quoted, parent?.json ?? "0", "\(index)",
      ])
    case .moved(let id, let index): array(["move".quoted, id.json, "\(index)"])
    case .removed(let id): array(["remove".quoted, id.json])
    case .set(let id, let property, let value):
      array(["set".quoted, id.json, "\(property)".quoted, value?.json ?? "null"])
    case .focused(let id): array(["focus".quoted, id?.json ?? "0"])
    }
  }
}

extension Suggestion {
  /// Returns a text with the suggestion in place; `nil` if the text has no such part.
  fileprivate func applied(to text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.indices.contains(range.lowerBound) || range.lowerBound == bytes.count,
      range.upperBound <= bytes.count
    else { return nil }
    let whole = bytes[..<range.lowerBound] + Array(self.text.utf8) + bytes[range.upperBound...]
    return String(validating: whole, as: UTF8.self)
  }
}
