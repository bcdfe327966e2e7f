public import FormworkCore
import FormworkOperations
import Glibc

/// A conversation with the user: a stack of screens, shown by one front end at a time.
///
/// Confined to the thread that runs the front end. The session creates messages only when the front end
/// asks for one and none is left. So the waiting messages are never more than the difference between two
/// pictures.
public final class Session {
  /// The reason for the end of the session; `nil` while the session runs.
  public var endReason: EndReason? { outcome }

  /// The visible screen.
  public var screen: any Screen { navigator.screen }

  // Several of these are read for each key: private properties need no check for exclusive access.
  private var outcome: EndReason?
  private let navigator: Navigator
  private let wakeUp: WakeUp
  private let system: (any SystemEvents)?
  private let notifications: NotificationCentre?
  private let log: (String) -> Void
  private let queue = DisplayQueue()
  private var isAttaching = true
  private var fillsTerminal = false
  private var attachMessage: String?
  private var isLost = false
  private var drawnScreen: ObjectIdentifier?
  private var owesFlush = false

  /// Whether the front end must wait for another picture before it shows or asks anything.
  private var isHeld = false
  private var flushes = FlushCount()

  /// The number of the flush at the end of the last whole picture.
  private var pictureFlush: UInt64 = 0
  private var isResized = false

  /// Whether input that was sent before a stop comes before the next message.
  private var awaitsInput = false
  private var isDetached = false
  private var hasOpened = false

  /// The number of times that the session was attached again since a front end last reported a text.
  private var pauseCount = 0

  /// The secrets that were typed but not committed.
  private var unfinishedSecrets: Set<NodeID> = []
  private var lookup: CompletionRequest?

  /// Creates a session with its first screen, and with the wake-up that the screen raises.
  ///
  /// `log` receives the lines that a front end logs, without control characters.
  public init(
    _ screen: any Screen, wakeUp: WakeUp, system: (any SystemEvents)? = nil,
    notifications: NotificationCentre? = nil, log: @escaping (String) -> Void = { _ in }
  ) {
    navigator = Navigator(screen)
    self.wakeUp = wakeUp
    self.system = system
    self.notifications = notifications
    self.log = log
  }

  /// The descriptor that is readable when ``next()`` has a message.
  public var wakeDescriptor: CInt { wakeUp.descriptor }

  /// Attaches a front end: the next messages are a whole picture.
  ///
  /// The picture of a front end that fills the terminal replaces everything that was visible
  /// before. It shows the message, if any, as a refusal of the screen.
  public func attach(fillsTerminal: Bool = false, showing message: String? = nil) {
    if endReason?.isPause == true {
      outcome = nil
      pauseCount += 1
    }
    isAttaching = true
    isDetached = false
    queue.clear()
    self.fillsTerminal = fillsTerminal
    attachMessage = message
    lookup = nil
    wakeUp.raise()
  }

  /// Whether front ends keep requesting a switch or an editor, without reporting any text.
  package var isSwitchLoop: Bool { pauseCount >= 5 }

  /// Returns the next message for the front end, if any.
  public func next() -> DisplayMessage? {
    if !queue.isEmpty, !isHeld { return queue.removeFirst() }
    if isDetached { return nil }
    // Most keys cause no news: all news raises the descriptor.
    if wakeUp.clear() { receive() }
    if isHeld { return nil }
    if awaitsInput {
      awaitsInput = false
      wakeUp.raise()
      return nil
    }
    if isAttaching || isResized || owesFlush || screen.hasChanges { sendChanges() }
    if let endReason {
      queue.append(.detach(endReason.reason))
      isDetached = true
    }
    return queue.removeFirst()
  }

  /// Handles a message about the last visible picture, whose text is only valid during the call.
  public func post(_ message: InputMessage<UnsafeRawBufferPointer>, revision: UInt64) {
    if endReason == nil { openScreen() }
    switch flushes.place(of: revision) {
    case .seen(let known): handle(message, revision: known, wire: revision)
    case .ofAnotherScreen where message.concernsScreen: noteRefused(message, revision)
    case .notSentYet where message.concernsScreen:
      log("answers the future flush \(revision): ignored")
      noteRefused(message, revision)
      if let node = message.node, message.isRefusable {
        screen.refuse(node, .notSeen)
      }
    case .ofAnotherScreen, .notSentYet: handle(message, revision: 0, wire: revision)
    }
    navigate()
    if screen.hasChanges || owesFlush || endReason != nil { wakeUp.raise() }
  }

  /// Waits until the store has decided about a submission, and returns whether it has.
  public func settle(limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while screen.isCommitting {
      guard wakeUp.wait(limit: ContinuousClock.now.duration(to: end)) else { return false }
      wakeUp.clear()
      screen.receive()
      navigate()
    }
    return true
  }

  /// Ends the operations of all screens, when nothing is shown any more.
  package func close() { navigator.close() }

  /// Handles the news of operations, signals and the terminal; returns whether the session continues.
  @discardableResult
  public func receive() -> Bool {
    openScreen()
    let isResumed = system?.takeResumption() == true  // read first: SIGCONT may follow SIGTERM
    noteSignal()
    // After a stop the terminal may show anything: the front end redraws, unless the session ends.
    if isResumed, endReason == nil {
      isLost = true
      // A new picture would replace the text of input that a front end process has already sent.
      awaitsInput = true
      redraw()
    }
    if system?.takeResize() == true { isResized = true }
    notifications?.deliver()
    screen.receive()
    for line in screen.takeLog() { log(line) }
    navigate()
    sendCompletions()
    return endReason == nil
  }

  private func noteSignal() {
    guard endReason == nil, let signal = system?.pendingSignal else { return }
    if signal == SIGINT, screen.interrupted() {
      system?.dismissInterrupt()
      sendDroppedLine()
      return
    }
    _ = navigator.inputEnded()
    outcome = .interrupted(signal)
  }

  /// Reports that the line being typed does not count, because a terminal drops it on ^C.
  private func sendDroppedLine() {
    let screen = screen
    guard !isAttaching, let node = screen.tree.focus else { return }
    screen.tree.restate(node, .value)
    appendChanges()
  }

  /// Continues after a ^C during which the front end did not respond, and which may be for it.
  public func recoverFromInterrupt() {
    system?.dismissInterrupt()
    dropUnfinishedSecret()
    screen.recoverFromInterrupt()
    navigate()
  }

  private func openScreen() {
    if hasOpened { return }
    hasOpened = true
    screen.open()
  }

  private func navigate() {
    while endReason == nil, let move = navigator.move() {
      switch move {
      case .moved:
        ShutdownDeadline.forget()
        flushes.endScreen()
        redraw()
      case .frontEnd(let name): outcome = .switchRequested(name)
      case .ended: outcome = .finished
      }
    }
    isHeld = endReason == nil && screen.isLeaving
  }

  /// Makes the front end redraw, and ends its completion request.
  private func redraw() {
    endLookup()
    isAttaching = true
  }

  private func sendChanges() {
    defer { isResized = false }
    let screen = screen
    if isAttaching {
      isAttaching = false
      if drawnScreen == ObjectIdentifier(screen) {
        screen.willRedraw(fillsTerminal: fillsTerminal)
      }
      drawnScreen = ObjectIdentifier(screen)
      let picture = screen.tree.snapshot()
      queue.attach(screen, isLost: isLost)
      isLost = false
      appendSize()
      append(picture)
      pictureFlush = flushes.last
    } else {
      if isResized { appendSize() }
      appendChanges()
    }
  }

  private func appendChanges() {
    queue.appendRefusals(of: screen)
    append(screen.tree.takeChanges())
  }

  private func append(_ changes: [Change]) {
    owesFlush = false
    queue.append(changes, of: screen)
    queue.append(message: attachMessage, of: screen)
    attachMessage = nil
    queue.appendHistory(of: screen)
    queue.append(.flush(revision: flushes.number(of: screen.tree.revision)))
  }

  /// Answers a message that does not count with a flush only.
  private func noteRefused(
    _ message: InputMessage<UnsafeRawBufferPointer>, _ revision: UInt64
  ) {
    owesFlush = owesFlush || message.isFollowedByFlush
    if case .complete(let node, _, _) = message { queue.append([], of: node, revision: revision) }
  }

  private func appendSize() {
    if let size = system?.windowSize { queue.append(.resized(size)) }
  }

  /// Handles a valid message; `revision` is in the count of the screen, `wire` in that of the front end.
  private func handle(
    _ message: InputMessage<UnsafeRawBufferPointer>, revision: UInt64, wire: UInt64
  ) {
    owesFlush = owesFlush || message.isFollowedByFlush
    switch message {
    case .edit(let node, let text, let cursor):
      pauseCount = 0
      let isSecret = screen.kind(of: node) == .secretField
      if isSecret { unfinishedSecrets.insert(node) }
      if let content = text.content(isSecret: isSecret) {
        let cursor = text.place(of: cursor, in: content)
        navigator.handle(.edit(node, content, cursor: cursor), revision: revision)
        // The text was typed before a stop, so the picture sent after the stop does not contain it.
        if wire < pictureFlush { screen.tree.restate(node, .value) }
      } else {
        screen.refuse(node, text.refusal)
      }
    case .commit(let node, let text):
      pauseCount = 0
      unfinishedSecrets.remove(node)
      guard let text else { return navigator.handle(.commit(node, nil), revision: revision) }
      if let content = text.content(isSecret: screen.kind(of: node) == .secretField) {
        navigator.handle(.commit(node, content), revision: revision)
      } else {
        screen.refuse(node, text.refusal)
      }
    case .choose(let node, let isOn):
      navigator.handle(.choose(node, isOn: isOn), revision: revision)
    case .activate(let node):
      unfinishedSecrets = []
      navigator.handle(.activate(node), revision: revision)
    case .go(let destination):
      unfinishedSecrets = []
      navigator.handle(.go(destination), revision: revision)
    case .back(let insists):
      navigator.handle(.back(insists: insists), revision: revision)
    case .complete(let node, let text, let cursor):
      complete(node, text, cursor: cursor, revision: wire)
    case .reset(let node):
      pauseCount = 0
      unfinishedSecrets.remove(node)
      navigator.handle(.reset(node), revision: revision)
    case .reload:
      navigator.handle(.reload, revision: revision)
    case .quit:
      // A front end that has missed the message to return receives it again.
      isDetached = false
      // A hung-up terminal causes an end of input and a signal: the signal says more.
      noteSignal()
      if endReason == nil { outcome = navigator.inputEnded() ? .finished : .inputEnded }
    case .switchFrontEnd(let name):
      if endReason == nil, let name = String(utf8: name) { outcome = .switchRequested(name) }
    case .editOutside(let node):
      if endReason != nil || text(of: node) == nil { break }
      // An editor without a terminal would never end.
      if system?.windowSize != nil, screen.tree.focus == node {
        outcome = .outsideEditRequested(node)
      } else {
        screen.refuse(node, .notNow)
      }
    case .log(let line):
      if let line = String(utf8: line) { log(line.replacingControls()) }
    case .window(let node, let first, let count):
      navigator.handle(.window(node, firstRow: first, rowCount: count), revision: revision)
    case .unknown: break
    }
  }

  // MARK: Completion

  private func complete(
    _ node: NodeID, _ text: UnsafeRawBufferPointer, cursor: Int, revision: UInt64
  ) {
    // A user who is about to leave needs no suggestions.
    guard endReason == nil, system?.pendingSignal == nil, screen.kind(of: node)?.isTextual == true,
      // A text that is too long is ignored.
      let line = String(utf8: text), !text.hasTooManyMarks
    else { return queue.append([], of: node, revision: revision) }
    endLookup()
    queue.dropSuggestions()
    let request = CompletionRequest(
      node, text: line, cursor: min(max(0, cursor), line.utf8.count), revision: revision)
    if let suggestions = screen.suggestions(for: request) {
      queue.append(suggestions, of: node, revision: revision)
    } else {
      lookup = request
    }
  }

  private func sendCompletions() {
    guard let lookup else { return }
    for completion in screen.takeCompletions() where completion.request == lookup {
      self.lookup = nil
      queue.append(completion.suggestions, of: lookup.node, revision: lookup.revision)
      owesFlush = true
    }
  }

  /// Ends the completion request with no suggestions: each request is answered.
  private func endLookup() {
    guard let lookup else { return }
    self.lookup = nil
    queue.append([], of: lookup.node, revision: lookup.revision)
  }

  package func dropUnfinishedSecret() {
    for node in unfinishedSecrets { screen.clearPartialSecret(node) }
    unfinishedSecrets = []
  }

  // MARK: Editing outside

  /// Sets the text that was edited in an external editor, before the session is attached again.
  public func replaceText(of node: NodeID, with text: String) {
    pauseCount = 0
    let text = screen.kind(of: node) == .textArea ? text : text.joinedLines(withTabs: true)
    navigator.handle(.edit(node, .text(text), cursor: text.utf8.count), revision: .max)
    navigate()
  }
}

extension Session {
  /// The reason for the end of a session.
  public enum EndReason: Hashable, Sendable {
    /// The last screen was left.
    case finished

    /// Input ended with something unfinished.
    case inputEnded

    /// The program received a signal.
    case interrupted(CInt)

    /// The user requests another front end. The session can be attached again.
    case switchRequested(String)

    /// The user requests an external editor for a field. The session can be attached again.
    case outsideEditRequested(NodeID)

    var reason: DetachReason {
      switch self {
      case .finished, .inputEnded: .done
      case .interrupted: .signal
      case .switchRequested: .switched
      case .outsideEditRequested: .editOutside
      }
    }

    /// Whether the session continues after it is attached again.
    public var isPause: Bool {
      switch self {
      case .switchRequested, .outsideEditRequested: true
      case .finished, .inputEnded, .interrupted: false
      }
    }
  }

  package var isAtSecret: Bool { screen.tree.focus.flatMap(screen.kind(of:)) == .secretField }

  /// Returns the text of a field that can be edited in an external editor, unlike a secret.
  public func text(of node: NodeID) -> String? {
    guard let shown = screen.tree[node], shown.kind.isTextual else { return nil }
    if case .text(let text) = shown[.value] { return text }
    return ""
  }
}

extension String {
  /// Creates a text from bytes; `nil` if they are not UTF-8 or exceed the limit of a text.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    let span = bytes.bindMemory(to: UInt8.self).span
    guard bytes.count <= Self.inputLimit, let utf8 = try? UTF8Span(validating: span) else {
      return nil
    }
    self.init(copying: utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// The reason to refuse this text of a front end.
  var refusal: InputRejection {
    count <= String.inputLimit && hasTooManyMarks ? .blocked : .noText
  }

  /// Returns the text as content of its field; `nil` if it is too long, not UTF-8, or has too many marks.
  func content(isSecret: Bool) -> FieldContent? {
    if refusal == .blocked { return nil }
    if isSecret { return count <= String.inputLimit ? Secret(utf8: self).map { .secret($0) } : nil }
    return String(utf8: self).map { .text($0) }
  }

  /// Returns the cursor as a form counts it: front ends count bytes, also in a secret.
  func place(of cursor: Int, in content: FieldContent) -> Int {
    guard case .secret = content else { return cursor }
    return prefix(Swift.max(0, cursor)).count { $0 & 0xC0 != 0x80 }
  }
}

/// The stack of screens of a session, and the alert in front of the top screen.
final class Navigator {
  enum Move {
    case moved
    case frontEnd(String)
    case ended
  }

  // Read for each message.
  private(set) var screen: any Screen
  private var coveredScreens: [any Screen] = []
  private var alert: AlertViewModel?

  /// Receives the answer to the alert; if `nil`, the screen receives it.
  private var answer: ((Alert.Button) -> Void)?

  /// The first revision after the last alert was closed: an earlier Escape was meant for the alert.
  private var firstRevisionAfterAlert: UInt64 = 0

  init(_ screen: any Screen) { self.screen = screen }

  func handle(_ input: UserInput, revision: UInt64) {
    guard let alert else {
      if case .back(insists: false) = input, revision < firstRevisionAfterAlert { return }
      return screen.handle(input, revision: revision)
    }
    switch alert.handle(input, revision: revision, in: &screen.tree) {
    case .answered(let button):
      let answer = answer
      dismissAlert()
      if let answer { answer(button) } else { screen.answered(button) }
    case .passedOn: screen.handle(input, revision: revision)
    case .refused(let node): screen.refuse(node, .notNow)
    case .handled: break
    }
  }

  func inputEnded() -> Bool {
    defer { dismissAlert() }
    return screen.inputEnded()
  }

  func move() -> Move? {
    guard let navigation = screen.navigation else { return nil }
    screen.navigation = nil
    if case .switchFrontEnd(let name) = navigation { return .frontEnd(name) }
    dismissAlert()
    switch navigation {
    case .switchFrontEnd, .dismissAlert: return nil
    case .present(let alert, let answer):
      self.alert = AlertViewModel(alert, in: &screen.tree)
      self.answer = answer
      return nil
    case .push(let next):
      coveredScreens.append(screen)
      screen = next
      screen.open()
    case .replace(let next):
      screen.close()
      screen = next
      screen.open()
    case .pop(let answer):
      guard let last = coveredScreens.popLast() else { return .ended }
      screen.close()
      screen = last
      screen.returned(with: answer)
    }
    firstRevisionAfterAlert = 0
    return .moved
  }

  func close() {
    for screen in coveredScreens + [screen] {
      screen.close()
      // The closure that receives the answer of an alert may retain the screen.
      screen.navigation = nil
    }
  }

  private func dismissAlert() {
    guard let alert else { return }
    alert.erase(from: &screen.tree)
    (self.alert, answer) = (nil, nil)
    firstRevisionAfterAlert = screen.tree.revision + 1
  }
}
