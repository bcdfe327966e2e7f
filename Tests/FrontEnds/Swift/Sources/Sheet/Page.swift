import FormworkCanvas
import FormworkFrontEnd

/// A form on a canvas, during one `run`.
struct Page: ~Copyable {
  let host: HostConnection
  /// The terminal's modes, which are restored at its release.
  let modes: TerminalModes
  let reader: KeyReader
  var canvas = Canvas(rows: 24, columns: 80)
  var picture = ViewTreeReplica()
  /// The secret that the user types, which the host does not send back.
  var secret = SecretEditor()
  /// The field to leave after the host has accepted the answer.
  var answered: NodeID?
  var refusal = ""
  /// The index of the first visible node.
  var top = 0
  var hasFlushed = false
  var hasEnded = false

  init(_ host: HostConnection) throws(SystemError) {
    self.host = host
    modes = try TerminalModes(descriptor: host.inputDescriptor)
    reader = KeyReader(descriptor: host.inputDescriptor)
  }

  /// Whether the next key can be read: a pending post might change its meaning.
  private var mayRead: Bool {
    hasFlushed && picture.isConsistent && !host.awaitsFlush && !hasEnded
  }

  mutating func run() throws(SystemError) {
    while true {
      while let message = host.next() {
        if case .detach(let reason) = message { return try leave(reason) }
        try take(message)
      }
      if mayRead, let typed = reader.keys.next() {
        try handle(typed)
        continue
      }
      let mayRead = mayRead
      let ready = try host.wait(forInput: mayRead, limit: mayRead ? reader.keys.timeout : nil)
      // Messages come first: they may concern the input.
      if ready.contains(.messages) { continue }
      if ready.contains(.input) {
        hasEnded = try reader.fill() == 0
        if hasEnded { host.post(.quit) }
      } else if ready.isEmpty, let typed = reader.keys.endSequence() {
        try handle(typed)
      }
    }
  }

  mutating func leave(_ reason: DetachReason?) throws(SystemError) {
    var output = TextOutput(descriptor: host.outputDescriptor)
    output.write(utf8: canvas.leave())
    for node in picture.nodes() where reason == .done && node.number(.lasting) == 1 {
      let properties = node.kind == .screen ? [Property.label, .detail, .explanation] : [.label]
      for text in properties.map(node.text) where !text.isEmpty { output.write("\(text)\n") }
    }
    try output.flush()
  }

  private mutating func take(_ message: DisplayMessage) throws(SystemError) {
    switch message {
    case .attach(_, let isLost):
      // An ATTACH without LOST is another screen: the contents of the terminal are known.
      if isLost || !hasFlushed { canvas.enter(mouse: false) }
      (secret, answered, refusal, top) = (SecretEditor(), nil, "", 0)
    case .resized(let size): canvas.resize(rows: size.rows, columns: size.columns)
    case .refused(_, _, let text): (refusal, answered) = (text, nil)
    default: break
    }
    guard let changes = picture.apply(message) else { return }
    hasFlushed = true
    let isSet = changes.changed.contains {
      $0.node == picture.focus && $0.properties.contains(.value)
    }
    if changes.isFocusMoved || isSet { secret = SecretEditor() }
    let node = answered.flatMap { picture[$0] }
    answered = nil
    if let node, node.id == picture.focus, !node.isWrong { host.post(.go(.next)) }
    try draw()
  }
}

extension PictureNode {
  var isWrong: Bool { status == .invalid || status == .refused }
}
