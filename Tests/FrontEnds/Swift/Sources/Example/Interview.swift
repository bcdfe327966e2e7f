import FormworkFrontEnd

/// One conversation with a person, from attachment to detachment.
struct Interview: ~Copyable {
  private let host: HostConnection
  private let input: LineInput
  private var output: TextOutput
  /// While a secret is asked for; the echo is on again when it is gone.
  private var echo: EchoGuard?

  private var picture = Picture()
  /// What has changed since the person was told.
  private var news: [NodeID: Set<Property>] = [:]
  /// Why buttons that were pressed do nothing now.
  private var refusals: [String] = []
  /// The node whose prompt is open.
  private var asked: NodeID?
  /// Whether what is being typed at that prompt counts for nothing.
  private var isVoid = false
  /// The node to go on from, once the host has judged the answer.
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
        if case .detach = message { return try part() }
        if case .refused(_, _, let text) = message, !text.isEmpty { refusals.append(text) }
        if let changes = picture.apply(message) { note(changes) }
      }
      if picture.isConsistent, !host.awaitsFlush, !hasEnded { try turn() }
      let ready = try host.wait(for: asked != nil && picture.isConsistent ? input : nil)
      // The host comes first: it may have something to say about what is entered.
      if ready.contains(.input), !ready.contains(.messages) { try read() }
    }
  }

  private mutating func note(_ changes: PictureChanges) {
    if changes.isAttached { (news, answered, isVoid) = ([:], nil, true) }
    for change in changes.changed {
      news[change.node, default: []].formUnion(change.properties)
      if change.node == asked, change.properties.contains(.value) { isVoid = true }
    }
  }

  /// Goes on from a field whose answer stands, or asks for what the focus is at.
  private mutating func turn() throws(SystemError) {
    let node = picture.focus.flatMap { picture[$0] }
    let isAnswered = node != nil && node?.id == answered
    answered = nil
    if let node, isAnswered, !node.isWrong { return _ = host.post(.go(.next)) }
    // The same complaint twice is no change, and is said all the same.
    if let node, isAnswered { news[node.id, default: []].insert(.explanation) }
    if asked == nil || asked != picture.focus || isVoid {
      try closePrompt()
      if let node, !picture.isBusy { try ask(node) }
    }
  }

  // MARK: What the person is told

  /// Says what is new: what is wrong with a field, and what there is to be read.
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
    output.write(node.kind == .button ? "? (y, or b to go back) " : ": ")
    try output.flush()
    asked = node.id
    isVoid = false
  }

  /// Ends a prompt that is open for something else than the focus, and drops what was typed there.
  private mutating func closePrompt() throws(SystemError) {
    echo = nil
    guard asked != nil else { return }
    asked = nil
    input.discardTyping()
    output.write("\n")
    try output.flush()
  }

  private mutating func part() throws(SystemError) {
    try closePrompt()
    tell()
    try output.flush()
  }

  // MARK: What the person answers

  private mutating func read() throws(SystemError) {
    switch try input.next() {
    // A terminal cuts a line after 4095 bytes: one that is as long as that is not taken.
    case .line(let line, _) where line.byteCount >= 4095: try closePrompt()
    case .line(let line, _):
      guard let node = asked.flatMap({ picture[$0] }) else { return }
      // Of a secret, Enter was not echoed either.
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
    // A secret is never made a text: a text is not wiped.
    guard let text = node.kind == .secretField ? "" : line.text else {
      output.write("That is not UTF-8: nothing was taken.\n")
      return
    }
    switch node.kind {
    case .button where text == "y": host.post(.activate(node.id))
    case .button where text == "b": host.post(.go(.previous))
    case .button: host.post(.go(.next))
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
      // The number of an option switches it; the prompt comes again, until Enter goes on.
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
      // The host does not tell back what it takes.
      picture.noteEdit(of: node.id, value: .text(text), cursor: cursor)
      answered = node.id
    }
  }
}

extension Picture {
  /// Whether there is nothing to be answered now, and will be by itself.
  fileprivate var isBusy: Bool {
    let busy: Set<NodeStatus> = [.loading, .waiting, .checking, .submitting]
    return roots.compactMap { self[$0] }.contains { $0.kind == .screen && busy.contains($0.status) }
  }
}

extension PictureNode {
  fileprivate var isWrong: Bool { status == .invalid || status == .refused }
}
