import FormworkFrontEnd

/// A conversation with the user, from attachment to detachment.
struct Interview: ~Copyable {
  private let host: HostConnection
  private let input: LineInput
  private var output: TextOutput
  /// Hides input while the user types a secret, until it is released.
  private var echo: EchoGuard?

  private var picture = ViewTreeReplica()
  /// The changes that the user has not seen yet.
  private var news: [NodeID: Set<Property>] = [:]
  /// The reasons for which pressed buttons do nothing.
  private var refusals: [String] = []
  /// The node whose prompt is open.
  private var asked: NodeID?
  /// Whether input at the prompt must be ignored.
  private var isVoid = false
  /// The node to leave after the host has accepted the answer.
  private var answered: NodeID?
  private var hasEnded = false

  init(_ host: HostConnection) {
    self.host = host
    input = LineInput(descriptor: host.inputDescriptor)
    output = TextOutput(descriptor: host.outputDescriptor)
  }

  mutating func run() throws(SystemError) {
    while true {
      while let message = host.next() {
        if case .detach = message { return try leave() }
        if case .refused(_, _, let text) = message, !text.isEmpty { refusals.append(text) }
        if let changes = picture.apply(message) { note(changes) }
      }
      if picture.isConsistent, !host.awaitsFlush, !hasEnded { try turn() }
      let ready = try host.wait(for: asked != nil && picture.isConsistent ? input : nil)
      // Messages come first: they may concern the input.
      if ready.contains(.input), !ready.contains(.messages) { try read() }
    }
  }

  private mutating func note(_ changes: ReplicaChanges) {
    if changes.isAttached { (news, answered, isVoid) = ([:], nil, true) }
    for change in changes.changed {
      news[change.node, default: []].formUnion(change.properties)
      if change.node == asked, change.properties.contains(.value) { isVoid = true }
    }
  }

  /// Leaves an answered field, or asks for the focused node.
  private mutating func turn() throws(SystemError) {
    let node = picture.focus.flatMap { picture[$0] }
    let isAnswered = node != nil && node?.id == answered
    answered = nil
    if let node, isAnswered, !node.isWrong { return _ = host.post(.go(.next)) }
    // Repeat an unchanged explanation.
    if let node, isAnswered { news[node.id, default: []].insert(.explanation) }
    if asked == nil || asked != picture.focus || isVoid {
      try closePrompt()
      if let node, !picture.isBusy { try ask(node) }
    }
  }

  // MARK: Output

  /// Prints new texts, rows and explanations of faults, wherever the focus is.
  private mutating func tell() {
    for text in refusals { output.write("\(text)\n") }
    refusals = []
    for node in picture.nodes() {
      guard let changed = news[node.id] else { continue }
      switch node.kind {
      case .screen, .group, .note, .notice, .alert:
        for property in [Property.label, .value, .explanation, .detail]
        where changed.contains(property) && !node.text(property).isEmpty {
          output.write("\(node.text(property))\n")
        }
      case .row:
        if changed.contains(.label) { output.write("\(node.text(.label))\n") }
      default:
        guard changed.contains(.explanation), node.isWrong else { continue }
        output.write("\(node.text(.label)): \(node.text(.explanation))\n")
      }
    }
    news = [:]
  }

  private mutating func ask(_ node: PictureNode) throws(SystemError) {
    if node.kind == .secretField { echo = try EchoGuard(descriptor: host.inputDescriptor) }
    tell()
    if !node.text(.detail).isEmpty { output.write("\(node.text(.detail))\n") }
    for (index, option) in picture.nodes(below: node.id).enumerated() {
      output.write("\(option.isSelected ? "*" : "")\(index + 1) \(option.text(.label))\n")
    }
    let value = node.kind == .toggle ? node.number(.value) == 1 ? "y" : "n" : node.text(.value)
    output.write(node.text(.label) + (value.isEmpty ? "" : " [\(value)]"))
    output.write(node.isPressed ? "? (y, or b to go back) " : ": ")
    try output.flush()
    asked = node.id
    isVoid = false
  }

  /// Closes the open prompt, and drops the input there.
  private mutating func closePrompt() throws(SystemError) {
    echo = nil
    guard asked != nil else { return }
    asked = nil
    input.discardTyping()
    output.write("\n")
    try output.flush()
  }

  private mutating func leave() throws(SystemError) {
    try closePrompt()
    tell()
    try output.flush()
  }

  // MARK: Input

  private mutating func read() throws(SystemError) {
    switch try input.next() {
    // A terminal truncates lines at 4095 bytes: refuse a line of this length.
    case .line(let line, _) where line.byteCount >= 4095: try closePrompt()
    case .line(let line, _):
      guard let node = asked.flatMap({ picture[$0] }) else { return }
      // Enter after a secret was not echoed either.
      if node.kind == .secretField { output.write("\n") }
      echo = nil
      asked = nil
      answer(line, at: node)
    case .tooLong: try closePrompt()
    case .pending: break
    case .ended:
      hasEnded = true
      try closePrompt()
      host.post(.quit)
    }
  }

  private mutating func answer(_ line: SecretBytes, at node: PictureNode) {
    // A secret never becomes a text, which would not be wiped.
    guard let text = node.kind == .secretField ? "" : line.text else {
      output.write("That is not UTF-8: the line was ignored.\n")
      return
    }
    switch node.kind {
    case _ where node.isPressed:
      host.post(text == "y" ? .activate(node.id) : .go(text == "b" ? .previous : .next))
    case _ where line.isEmpty: host.post(.go(.next))
    case .secretField:
      host.post(.edit(node.id, .secret(line), cursor: line.byteCount))
      host.post(.commit(node.id, .secret(line)))
      answered = node.id
    case .toggle:
      host.post(.choose(node.id, isOn: text == "y"))
      host.post(.commit(node.id, nil))
      answered = node.id
    case .choice, .choices:
      // The number of an option selects it, and the prompt repeats until Enter.
      let options = picture.nodes(below: node.id)
      if let number = Int(text), options.indices.contains(number - 1) {
        let option = options[number - 1]
        host.post(.choose(option.id, isOn: !option.isSelected))
      }
      host.post(.commit(node.id, nil))
    default:
      let cursor = text.utf8.count
      host.post(.edit(node.id, .text(text), cursor: cursor))
      host.post(.commit(node.id, .text(text)))
      // The host does not echo accepted edits.
      picture.noteEdit(of: node.id, value: .text(text), cursor: cursor)
      answered = node.id
    }
  }
}

extension ViewTreeReplica {
  /// Whether the screen waits for the host, not for the user.
  fileprivate var isBusy: Bool {
    let busy: Set<NodeStatus> = [.loading, .waiting, .checking, .submitting]
    return roots.compactMap { self[$0] }.contains { $0.kind == .screen && busy.contains($0.status) }
  }
}

extension PictureNode {
  fileprivate var isWrong: Bool { status == .invalid || status == .refused }

  /// Whether the node does something when it is pressed, and has no content.
  fileprivate var isPressed: Bool { kind == .button || kind == .row }
}
