package import FormworkFrontEnd
package import Interaction
package import Wording

/// The exchange of messages with the host, and the picture that they make.
///
/// Each function returns with a consistent picture, and throws if the host wants to detach.
package final class HostClient {
  package let host: HostConnection
  package private(set) var picture = ViewTreeReplica()
  package var announcer = Announcer()
  package var lists = ListPager()
  private var refusals: [OutputLine] = []

  /// The fields that refused an input since the last exchange began, and the reasons, which may be empty.
  package private(set) var refused: [NodeID: String] = [:]

  /// The number of attachments: when it changes, everything known about the picture is void.
  package private(set) var attachmentCount = 0

  /// The texts that were entered into each node before, the oldest first.
  package private(set) var histories: [NodeID: [String]] = [:]

  private var suggestionLists = SuggestionLists()

  /// The suggestions that were requested last, the likeliest first; `nil` until all have arrived.
  package var newSuggestions: [Suggestion]?

  private var isValueSet = false

  /// The number of flushes, and of those that changed the order or the enabling of nodes.
  package private(set) var flushes = (count: 0, structural: 0)

  package init(host: HostConnection) { self.host = host }

  /// Reads the messages of the host, and returns whether it has set the focused value.
  @discardableResult
  package func drain() throws(FrontEndExit) -> Bool {
    isValueSet = false
    while true {
      while let message = host.next() { try handle(message) }
      if picture.isConsistent { return isValueSet }
      _ = try wait(forInput: false)
    }
  }

  package func awaitFlush() throws(FrontEndExit) {
    let known = flushes.count
    _ = try wait { _ in flushes.count == known }
  }

  /// Waits while a condition holds, at most for a limit; returns whether it holds no longer.
  package func wait(limit: Duration? = nil, while holds: (ViewTreeReplica) -> Bool)
    throws(FrontEndExit) -> Bool
  {
    let deadline = limit.map { ContinuousClock.now.advanced(by: $0) }
    try drain()
    while holds(picture) {
      let remaining = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let remaining, remaining <= .zero { return false }
      _ = try wait(forInput: false, limit: remaining)
      try drain()
    }
    return true
  }

  package func wait(forInput: Bool, limit: Duration? = nil) throws(FrontEndExit) -> PollEvents {
    try FrontEndExit.onFailure(of: host.wait(forInput: forInput, limit: limit))
  }

  /// Waits for a line of input, and reads messages; returns `pending` if a message voids the line.
  package func read(_ input: LineInput) throws(FrontEndExit) -> (
    reading: LineInput.Reading, isHungUp: Bool
  ) {
    let attachment = attachmentCount
    while true {
      var isHungUp = false
      if !input.hasUnread {
        let ready = try wait(forInput: true)
        isHungUp = ready.contains(.hangUp)
        // The host comes first: its message may concern the line, which the terminal has dropped then.
        if ready.contains(.messages), try drain() || attachmentCount != attachment {
          return (.pending, isHungUp)
        }
        guard ready.contains(.input) else { continue }
      }
      let reading = try FrontEndExit.onFailure(of: input.next())
      if case .pending = reading { continue }
      return (reading, isHungUp)
    }
  }

  /// Posts messages, and waits for the flush that answers.
  ///
  /// Messages from before an alert opened, or about a removed node, are not posted.
  package func exchange(_ messages: [InputMessage<EnteredText>]) throws(FrontEndExit) {
    let alert = picture.alert?.id
    // A flush that has already arrived answers something else.
    try drain()
    refused = [:]
    guard picture.alert?.id == alert || picture.alert == nil else { return }
    let due = messages.filter { message in message.node.map { picture[$0] != nil } ?? true }
    guard !due.isEmpty else { return }
    for message in due { host.post(message) }
    try awaitFlush()
  }

  /// Returns the messages that enter an answer: yes or no, options, or a text, which is posted.
  package func enter(
    _ answer: String, in field: PictureNode,
    by match: (String, [ChoiceMatch.Option]) throws(ChoiceMatch.Mismatch) -> Int
  ) throws(ChoiceMatch.Mismatch) -> [InputMessage<EnteredText>] {
    guard !field.kind.isTyped else {
      edit(field.id, text: answer)
      return [.commit(field.id, .text(answer))]
    }
    let choice = try picture.choice(answer, in: field, by: match)
    return picture.messages(for: choice, in: field) + [.commit(field.id, nil)]
  }

  /// Posts the new text of an existing field, with the cursor at a byte offset or the end.
  package func edit(_ node: NodeID, text: String, cursor: Int? = nil) {
    let cursor = cursor ?? text.utf8.count
    guard picture.noteEdit(of: node, value: .text(text), cursor: cursor) else { return }
    host.post(.edit(node, .text(text), cursor: cursor))
  }

  package func edit(_ node: NodeID, secret: SecretBytes) {
    let count = secret.codePointCount
    guard picture.noteEdit(of: node, value: .number(count), cursor: count) else { return }
    host.post(.edit(node, .secret(secret), cursor: secret.byteCount))
  }

  /// Requests suggestions, which arrive in ``newSuggestions``; the cursor is a byte offset.
  package func askForSuggestions(for node: NodeID, text: String, cursor: Int) {
    newSuggestions = nil
    suggestionLists.noteRequest()
    host.post(.complete(node, .text(text), cursor: cursor))
  }

  package func quit() throws(FrontEndExit) -> Never {
    host.post(.quit)
    while true {
      _ = try wait(forInput: false)
      try drain()
    }
  }

  package func announcements(
    except node: NodeID? = nil, within group: PictureNode? = nil
  ) -> [OutputLine] {
    var lines = announcer.lines(of: picture, except: node, within: group)
    guard group == nil else { return lines }
    if !refusals.isEmpty {
      // A form says the same in a notice, which stays.
      let notices = Set(picture.nodes().filter { $0.kind == .notice }.map { $0.text(.label) })
      lines = refusals.filter { !notices.contains($0.text) } + lines
      refusals = []
    }
    return lines + lists.news(in: picture)
  }

  package func reply(about node: NodeID) -> String? { announcer.reply(about: node, in: picture) }

  private func noteRefusal(of node: NodeID, _ text: String) {
    let field = picture[node].flatMap { $0.kind.isField ? $0 : nil }
    if field != nil { refused[node] = text }
    guard !text.isEmpty else { return }
    let line = OutputLine(
      field.map { FrontEndMessages.about($0.spokenName, text) } ?? text, .fault)
    // Each edit of a text is refused for what was wrong with the one before.
    if !refusals.contains(line) { refusals.append(line) }
  }

  private func handle(_ message: DisplayMessage) throws(FrontEndExit) {
    switch message {
    case .detach: throw .detached
    case .history(let node, let text): histories[node, default: []].append(text)
    case .suggestion(_, let suggestion, _):
      if let list = suggestionLists.take(suggestion) { newSuggestions = list }
    case .attach:
      (histories, suggestionLists, newSuggestions) = ([:], SuggestionLists(), nil)
      (refusals, refused) = ([], [:])
    case .refused(let node, _, let text): noteRefusal(of: node, text)
    case .change, .resized, .flush: break
    }
    guard let changes = picture.apply(message) else { return }
    flushes.count += 1
    if changes.isAttached { attachmentCount += 1 }
    if changes.isAttached || !changes.inserted.isEmpty || !changes.removed.isEmpty
      || !changes.moved.isEmpty
      || changes.changed.contains(where: { $0.contains(.enabled) })
    {
      flushes.structural += 1
    }
    let isFocusSet = changes.changed.contains {
      $0.node == picture.focus && $0.contains(.value)
    }
    if isFocusSet && !changes.isAttached { isValueSet = true }
    announcer.observe(changes)
    lists.observe(changes, in: picture)
  }
}
