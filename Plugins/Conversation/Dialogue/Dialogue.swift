package import FormworkFrontEnd
import Glibc
package import Interaction
package import Wording

/// The exchange of messages with the host, and the picture that comes of it.
///
/// Every function ends with the picture consistent, and throws when the host wants to detach.
package final class Dialogue {
  package let host: HostConnection
  package private(set) var picture = Picture()
  package var announcer = Announcer()
  package var lists = ListDesk()

  /// Why something was not taken that a person entered, or not done that was chosen: nothing else says that.
  private var refusals: [Remark] = []

  /// The fields of which something was not taken since the last exchange began, and why, where that was said:
  /// what was entered there is lost, though nothing is wrong with what stands there.
  package private(set) var refused: [NodeID: String] = [:]

  /// How many times a new picture was begun: at another number, what was known is void.
  package private(set) var attachmentCount = 0

  /// What was entered into each node before, the oldest first, as far as the host has told it.
  package private(set) var histories: [NodeID: [String]] = [:]

  private var suggestionLists = SuggestionLists()
  /// The last list of suggestions, until it is taken.
  private var newList: [Suggestion]?

  /// Whether the host has set anew what the person is at while it was being answered, or has drawn the
  /// same screen afresh: after ^C, and after a stop.
  ///
  /// The terminal has dropped what was typed then.
  private var isAnswerVoid = false

  /// Makes the exchange with a host, for the length of one `run`.
  package init(host: HostConnection) { self.host = host }

  /// How many flushes have come: at the same number, nothing has changed.
  package private(set) var flushCount = 0

  /// Takes in what the host has to give now.
  package func drain() throws(Ending) {
    while let message = host.next() { try handle(message) }
    while !picture.isConsistent { try awaitMessages() }
  }

  /// Waits for a flush, and takes in what else there is.
  package func awaitFlush() throws(Ending) {
    while true {
      while let message = host.next() {
        if try handle(message) { return try drain() }
      }
      _ = try wait(forInput: false)
    }
  }

  /// Tells the host what the person did, and waits for the flush that answers.
  ///
  /// What the person did before an alert opened, or to what is no more, is not told: the host would
  /// take it for something that was done in view of the new picture.
  package func exchange(_ messages: [InputMessage<EnteredText>]) throws(Ending) {
    let alert = picture.alert?.id
    // A flush that is there already answers something else.
    try drain()
    refused = [:]
    guard picture.alert?.id == alert || picture.alert == nil else { return }
    let due = messages.filter { message in message.node.map { picture[$0] != nil } ?? true }
    guard !due.isEmpty else { return }
    for message in due { host.post(message) }
    try awaitFlush()
  }

  /// Asks the host for what a flush brings, and waits for that; another one may come before.
  ///
  /// - Parameters:
  ///   - message: What is asked for.
  ///   - limit: How long to wait at most.
  ///   - isThere: Whether it has come.
  /// - Throws: That the host detaches.
  package func request(
    _ message: InputMessage<EnteredText>, limit: Duration, until isThere: (Picture) -> Bool
  ) throws(Ending) {
    try drain()
    let known = flushCount
    host.post(message)
    _ = try wait(limit: limit) { flushCount == known || !isThere($0) }
  }

  /// Waits while something holds of the picture.
  ///
  /// - Parameters:
  ///   - limit: `nil` waits for as long as it takes.
  ///   - holds: Asked after each flush.
  /// - Returns: Whether it ceased to hold.
  /// - Throws: That the host detaches.
  package func wait(limit: Duration? = nil, while holds: (Picture) -> Bool) throws(Ending) -> Bool {
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

  /// Waits for a line of input, and takes in meanwhile what the host gives.
  ///
  /// - Returns: A line, one too long, or the end, and whether the other end of the input is gone;
  ///   ``LineInput/Reading/pending`` where what was typed is void: see ``isAnswerVoid``.
  package func read(_ input: LineInput) throws(Ending) -> (
    reading: LineInput.Reading, isHungUp: Bool
  ) {
    isAnswerVoid = false
    while true {
      let isHungUp = input.hasUnread ? false : try awaitInput()
      if isAnswerVoid && !input.hasUnread { return (.pending, isHungUp) }
      let reading = try Ending.onFailure(of: input.next())
      switch reading {
      case .pending: continue
      case .line, .tooLong, .ended: return (reading, isHungUp)
      }
    }
  }

  /// Asks the host to hand over to another front end, and gives it the time to do so.
  ///
  /// - Parameters:
  ///   - name: Which one; `nil` is the next that there is.
  ///   - place: Where the person is: at the lists of a screen, that one goes on at the row with the focus.
  ///   - limit: How long to wait at most.
  /// - Throws: That the host detaches.
  package func switchTo(
    frontEnd name: String?, from place: Place, limit: Duration
  ) throws(Ending) {
    try drain()
    if case .menu = place, picture.alert == nil, let row = lists.beginning(in: picture) {
      host.post(.go(.node(row)))
    }
    host.post(.switchFrontEnd(.text(name ?? "")))
    _ = try wait(forInput: false, limit: limit)
    try drain()
  }

  /// Leaves the screen, whatever was entered.
  ///
  /// Of another question than whether to leave, the host takes the safe answer.
  ///
  /// - Returns: A line that says which answer that was.
  package func leaveScreen() throws(Ending) -> Remark? {
    let (alert, attachment) = (picture.alert, attachmentCount)
    let buttons = alert.map { picture.buttons(of: $0.id) } ?? []
    try exchange([.back(insists: true)])
    guard picture.alert == nil, attachmentCount == attachment, buttons.count > 1,
      let safe = buttons.first(where: { $0.role == .cancel })
    else { return nil }
    return Remark(Words.text("alert.left", ["button": safe.spokenName]))
  }

  /// Says that input has ended, and waits to be detached.
  package func quit() throws(Ending) -> Never {
    host.post(.quit)
    while true { try awaitMessages() }
  }

  /// Converses with the person until the host detaches.
  ///
  /// - Throws: What the terminal fails with; the host has detached by then.
  package func hold(_ conversation: () throws(Ending) -> Void) throws(SystemError) {
    do throws(Ending) { try conversation() } catch {
      guard case .failed(let failure) = error else { return }
      // Nothing can be asked any more.
      do throws(Ending) { try quit() } catch {
        // A terminal that was hung up fails with this: an end of the input, and no fault of ours.
        if failure.code != EIO { throw failure }
      }
    }
  }

  /// The lines that are due about what changed since they were last asked for.
  ///
  /// - Parameters:
  ///   - node: What the person sees anyway, and need not be told.
  ///   - group: Where the nodes stand that are told of, below its name; `nil` is everywhere.
  /// - Returns: The lines.
  package func announcements(
    except node: NodeID? = nil, within group: PictureNode? = nil
  ) -> [Remark] {
    var lines = announcer.lines(of: picture, except: node, within: group)
    guard group == nil else { return lines }
    if !refusals.isEmpty {
      // A form says the same in a notice, which stays.
      let notices = Set(picture.nodes().filter { $0.kind == .notice }.map { $0.text(.label) })
      lines = refusals.filter { !notices.contains($0.text) } + lines
      refusals = []
    }
    if lists.isThereAny { lines += lists.news(in: picture) }
    return lines
  }

  /// What is to be said of a node right after the person did something to it.
  package func reply(about node: NodeID) -> String? { announcer.reply(about: node, in: picture) }

  /// Asks what could stand in place of a part of a text; ``newSuggestions()`` has the answer once it came.
  ///
  /// - Parameters:
  ///   - node: Whose text it is.
  ///   - text: What stands there.
  ///   - cursor: A byte offset in it.
  package func askForSuggestions(for node: NodeID, text: String, cursor: Int) {
    newList = nil
    suggestionLists.noteRequest()
    host.post(.complete(node, .text(text), cursor: cursor))
  }

  /// All suggestions that were asked for last, the likeliest first; `nil` where they have not come, or were
  /// given already.
  package func newSuggestions() -> [Suggestion]? {
    defer { newList = nil }
    return newList
  }

  /// Tells the host the new text of a field; the commit that follows is what it answers.
  ///
  /// Of a field that is no more, nothing is told.
  ///
  /// - Parameters:
  ///   - node: The field.
  ///   - text: What stands there now.
  ///   - cursor: A byte offset in it; `nil` is its end.
  package func edit(_ node: NodeID, text: String, cursor: Int? = nil) {
    let cursor = cursor ?? text.utf8.count
    guard picture.noteEdit(of: node, value: .text(text), cursor: cursor) else { return }
    host.post(.edit(node, .text(text), cursor: cursor))
  }

  /// Tells the host the new text of a secret field.
  package func edit(_ node: NodeID, secret: SecretBytes) {
    let count = secret.codePointCount
    guard picture.noteEdit(of: node, value: .number(count), cursor: count) else { return }
    host.post(.edit(node, .secret(secret), cursor: secret.byteCount))
  }

  private func noteRefusal(of node: NodeID, _ text: String) {
    let field = picture[node].flatMap { $0.kind.isField ? $0 : nil }
    if field != nil { refused[node] = text }
    guard !text.isEmpty else { return }
    let remark = Remark(field.map { Words.about($0.spokenName, text) } ?? text, .fault)
    // Each edit of a text is refused for what was wrong with the one before.
    if !refusals.contains(remark) { refusals.append(remark) }
  }

  private func awaitInput() throws(Ending) -> Bool {
    while true {
      let ready = try wait(forInput: true)
      // The host comes first: it may have something to say about what is entered.
      if ready.contains(.messages) { try drain() }
      if isAnswerVoid { return ready.contains(.hangUp) }
      if ready.contains(.input) { return ready.contains(.hangUp) }
    }
  }

  private func awaitMessages() throws(Ending) {
    _ = try wait(forInput: false)
    while let message = host.next() { try handle(message) }
  }

  /// Handles one message; whether it was a flush.
  @discardableResult
  private func handle(_ message: DisplayMessage) throws(Ending) -> Bool {
    switch message {
    case .detach: throw .detached
    case .history(let node, let text): histories[node, default: []].append(text)
    case .suggestion(_, let suggestion, _):
      if let list = suggestionLists.take(suggestion) { newList = list }
    case .attach:
      (histories, suggestionLists, newList) = ([:], SuggestionLists(), nil)
      (refusals, refused) = ([], [:])
    case .refused(let node, _, let text): noteRefusal(of: node, text)
    case .change, .resized, .flush: break
    }
    guard let changes = picture.apply(message) else { return false }
    flushCount += 1
    if changes.isAttached { attachmentCount += 1 }
    let isValueSet = changes.changed.contains {
      $0.node == picture.focus && $0.properties.contains(.value)
    }
    if changes.isAttached || isValueSet { isAnswerVoid = true }
    announcer.observe(changes)
    lists.observe(changes, in: picture)
    return true
  }

  /// Waits until the host has something to give, or the person entered something.
  package func wait(
    forInput: Bool, limit: Duration? = nil
  ) throws(Ending) -> Readiness {
    try Ending.onFailure(of: host.wait(forInput: forInput, limit: limit))
  }
}
