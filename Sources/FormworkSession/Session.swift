public import FormworkCore
import FormworkOperations
import Glibc

/// One conversation: a stack of screens, of which one is on view, shown by one front end at a time.
///
/// Confined to the thread that runs the front end. It makes messages only when it is asked for one
/// and has none left, so that what waits is never more than the difference between two pictures.
public final class Session {
  /// Why the session ended; `nil` while it goes on.
  public var ending: Ending? { outcome }

  /// What is on view.
  public var screen: any Screen { navigator.screen }

  // With each key these are looked at several times: what is private needs no check for exclusive access.
  private var outcome: Ending?
  private let navigator: Navigator
  private let wakeUp: WakeUp
  private let system: (any SystemEvents)?
  private let notifications: NotificationCentre?
  private let log: (String) -> Void
  private var queue = DisplayQueue()
  private var isAttaching = true
  private var fillsTerminal = false
  private var news: String?
  private var isLost = false
  private var drawnScreen: ObjectIdentifier?
  private var owesFlush = false
  private var flushes = FlushCount()

  /// The number of the flush that ended the last whole picture.
  private var pictureFlush: UInt64 = 0

  private var isResized = false
  private var isDetached = false
  private var hasOpened = false

  /// How often it was attached again since a front end has last reported a text.
  private var pauseCount = 0

  /// The secret that is being typed and was not committed, if one is.
  private var unfinishedSecrets: Set<NodeID> = []

  /// What is being looked up, if anything is.
  private var lookup: CompletionRequest?

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - screen: What it begins with.
  ///   - wakeUp: What the screen's mailboxes raise.
  ///   - system: Tells of signals and of the terminal's size; `nil` where nothing does.
  ///   - notifications: What view models tell each other, if anything.
  ///   - log: Takes a front end's log lines, without control characters.
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

  /// The descriptor that is readable when ``next()`` has something to give.
  public var wakeDescriptor: CInt { wakeUp.descriptor }

  /// Begins with a front end: the next messages are a whole picture.
  ///
  /// - Parameters:
  ///   - fillsTerminal: Whether its picture replaces all that the terminal showed before.
  ///   - news: What the person has to be told there, as a refusal of the screen; `nil` where that is nothing.
  public func attach(fillsTerminal: Bool = false, telling news: String? = nil) {
    if ending?.isPause == true {
      outcome = nil
      pauseCount += 1
    }
    isAttaching = true
    isDetached = false
    queue = DisplayQueue()
    self.fillsTerminal = fillsTerminal
    self.news = news
    lookup = nil
    wakeUp.raise()
  }

  /// Whether front ends have asked again and again to be left, and have reported no text meanwhile.
  package var isRestless: Bool { pauseCount >= 5 }

  /// The next message for the front end, if there is one now.
  public func next() -> DisplayMessage? {
    if !queue.isEmpty, !isHeld { return queue.removeFirst() }
    if isDetached { return nil }
    // Most keys bring no news: what brings some has raised the descriptor.
    if wakeUp.clear() { receive() }
    if isHeld { return nil }
    refill()
    return queue.isEmpty ? nil : queue.removeFirst()
  }

  /// Whether another picture follows before anything may be shown, or asked, again.
  private var isHeld: Bool { ending == nil && screen.isLeaving }

  /// Takes in what the front end reports.
  ///
  /// - Parameters:
  ///   - message: Its text is borrowed for the time of the call.
  ///   - revision: That of the last picture that was on view.
  public func post(_ message: InputMessage<UnsafeRawBufferPointer>, revision: UInt64) {
    if ending == nil { openScreen() }
    switch flushes.place(of: revision) {
    case .seen(let known): handle(message, revision: known, wire: revision)
    case .ofAnotherScreen where message.isOfScreen: noteRefused(message, revision)
    case .notToldYet where message.isOfScreen:
      log("answers flush \(revision), which is yet to come: not taken")
      noteRefused(message, revision)
      if let node = message.node, message.isRefusable {
        navigator.handle(.refused(node, .notSeen))
      }
    case .ofAnotherScreen, .notToldYet: handle(message, revision: 0, wire: revision)
    }
    navigate()
    if screen.hasChanges || owesFlush || ending != nil { wakeUp.raise() }
  }

  /// Waits until what is being stored is stored, or refused.
  ///
  /// - Returns: Whether nothing is in flight any more.
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

  /// Ends the operations of all screens: nothing is shown any more.
  package func close() { navigator.close() }

  /// Takes in what operations, signals and the terminal have to say, whether or not there is a front
  /// end; ``next()`` does so by itself.
  ///
  /// - Returns: Whether the session goes on.
  @discardableResult
  public func receive() -> Bool {
    openScreen()
    let isResumed = system?.takeResumption() == true  // asked first: SIGCONT may follow SIGTERM
    noteSignal()
    // After a stop the terminal may show anything: the front end draws afresh, unless it is to leave.
    if isResumed, ending == nil {
      isLost = true
      redraw()
    }
    if system?.takeResize() == true { isResized = true }
    notifications?.deliver()
    screen.receive()
    navigate()
    tellCompletions()
    return ending == nil
  }

  private func noteSignal() {
    guard ending == nil, let signal = system?.pendingSignal else { return }
    if signal == SIGINT, screen.interrupted() {
      system?.dismissInterrupt()
      tellDroppedLine()
      return
    }
    _ = navigator.inputEnded()
    outcome = .interrupted(signal)
  }

  /// Tells that nothing of what the person was typing counts: on ^C a terminal drops it.
  ///
  /// This has to come before the screen changes: then it would be a line for another place.
  private func tellDroppedLine() {
    let screen = screen
    guard !isAttaching, let node = screen.tree.focus else { return }
    screen.tree.restate(node, .value)
    appendChanges()
  }

  /// The person pressed ^C at a front end that does not answer: that may have meant the front end, and
  /// does not end the session.
  public func forgiveInterrupt() {
    system?.dismissInterrupt()
    dropUnfinishedSecret()
    screen.forgiveInterrupt()
    navigate()
  }

  private func openScreen() {
    guard !hasOpened else { return }
    hasOpened = true
    screen.open()
  }

  private func navigate() {
    while ending == nil, let move = navigator.move() {
      switch move {
      case .moved:
        LastSecond.forget()
        flushes.endScreen()
        redraw()
      case .frontEnd(let name): outcome = .switchRequested(name)
      case .ended: outcome = .finished
      }
    }
  }

  /// Has the front end draw afresh: it knows of no request any more then.
  private func redraw() {
    endLookup()
    isAttaching = true
  }

  private func refill() {
    if isAttaching || isResized || owesFlush || screen.hasChanges { tellNews() }
    if let ending {
      queue.append(.detach(ending.reason))
      isDetached = true
    }
  }

  private func tellNews() {
    defer { isResized = false }
    let screen = screen
    if isAttaching {
      isAttaching = false
      if drawnScreen == ObjectIdentifier(screen) {
        screen.drawnAfresh(fillsTerminal: fillsTerminal)
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
    queue.append(news: news, of: screen)
    news = nil
    queue.appendHistory(of: screen)
    queue.append(.flush(revision: flushes.told(screen.tree.revision)))
  }

  /// Answers, with a flush alone, what does not count.
  private func noteRefused(
    _ message: InputMessage<UnsafeRawBufferPointer>, _ revision: UInt64
  ) {
    owesFlush = owesFlush || message.isFollowedByFlush
    if case .complete(let node, _, _) = message { queue.append([], of: node, revision: revision) }
  }

  private func appendSize() {
    if let size = system?.windowSize { queue.append(.resized(size)) }
  }

  /// Takes in what counts: its revision is the screen's, and `wire` is the same as the front end counts.
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
        navigator.handle(
          .edited(node, content, cursor: text.place(of: cursor, in: content), revision: revision))
        // The text was typed before a stop, and is not in the picture that was sent after it.
        if wire < pictureFlush { screen.tree.restate(node, .value) }
      } else {
        navigator.handle(.refused(node, text.refusal))
      }
    case .commit(let node, let text):
      pauseCount = 0
      unfinishedSecrets.remove(node)
      guard let text else {
        return navigator.handle(.committed(node, nil, revision: revision))
      }
      if let content = text.content(isSecret: screen.kind(of: node) == .secretField) {
        navigator.handle(.committed(node, content, revision: revision))
      } else {
        navigator.handle(.refused(node, text.refusal))
      }
    case .choose(let node, let isOn):
      navigator.handle(.chosen(node, isOn: isOn))
    case .activate(let node):
      unfinishedSecrets = []
      navigator.handle(.activated(node, revision: revision))
    case .go(let destination):
      unfinishedSecrets = []
      navigator.handle(.went(destination))
    case .back(let insists):
      navigator.handle(.leaveRequested(revision: revision, insists: insists))
    case .complete(let node, let text, let cursor):
      complete(node, text, cursor: cursor, revision: wire)
    case .reset(let node):
      pauseCount = 0
      unfinishedSecrets.remove(node)
      navigator.handle(.reset(node))
    case .reload:
      navigator.handle(.reloadRequested)
    case .quit:
      // A front end that has missed the message to return gets it once more.
      isDetached = false
      // A terminal that is hung up gives an end of input and a signal: the signal says more.
      noteSignal()
      if ending == nil { outcome = navigator.inputEnded() ? .finished : .inputEnded }
    case .switchFrontEnd(let name):
      if ending == nil, let name = String(utf8: name) { outcome = .switchRequested(name) }
    case .editOutside(let node):
      if ending == nil, screen.tree.focus == node, text(of: node) != nil {
        outcome = .outsideEditRequested(node)
      }
    case .log(let line):
      if let line = String(utf8: line) { log(line.replacingControls()) }
    case .window(let node, let first, let count):
      navigator.handle(.windowed(node, firstRow: first, rowCount: count))
    case .unknown: break
    }
  }

  // MARK: Completion

  private func complete(
    _ node: NodeID, _ text: UnsafeRawBufferPointer, cursor: Int, revision: UInt64
  ) {
    // A person who is about to leave needs none.
    guard ending == nil, system?.pendingSignal == nil, screen.kind(of: node)?.isTextual == true,
      // What is too long is no text, and is not looked at.
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

  private func tellCompletions() {
    guard let lookup else { return }
    for completion in screen.takeCompletions() where completion.request == lookup {
      self.lookup = nil
      queue.append(completion.suggestions, of: lookup.node, revision: lookup.revision)
      owesFlush = true
    }
  }

  /// Tells that no suggestions will come for what is being looked up: each request is answered.
  private func endLookup() {
    guard let lookup else { return }
    self.lookup = nil
    queue.append([], of: lookup.node, revision: lookup.revision)
  }

  /// Empties the secret that was being typed when its front end failed.
  package func dropUnfinishedSecret() {
    for node in unfinishedSecrets { screen.emptySecret(node) }
    unfinishedSecrets = []
  }

  // MARK: Editing outside

  /// Takes over what was edited outside, before the session is attached again.
  public func replaceText(of node: NodeID, with text: String) {
    pauseCount = 0
    let text = screen.kind(of: node) == .textArea ? text : text.joinedLines(withTabs: true)
    navigator.handle(.edited(node, .text(text), cursor: text.utf8.count, revision: .max))
    navigate()
  }
}

extension Session {
  /// Why a session ended.
  public enum Ending: Hashable, Sendable {
    /// The last screen led nowhere.
    case finished

    /// Input ended with something left undone.
    case inputEnded

    /// A signal came.
    case interrupted(CInt)

    /// The person wants another front end. The session can be attached again.
    case switchRequested(String)

    /// The person wants to edit the text of a field with a program outside. The session can be
    /// attached again.
    case outsideEditRequested(NodeID)

    /// Why the front end is detached.
    var reason: DetachReason {
      switch self {
      case .finished, .inputEnded: .done
      case .interrupted: .signal
      case .switchRequested: .switched
      case .outsideEditRequested: .editOutside
      }
    }

    /// Whether the session goes on once it is attached again.
    public var isPause: Bool {
      switch self {
      case .switchRequested, .outsideEditRequested: true
      case .finished, .inputEnded, .interrupted: false
      }
    }
  }

  /// Whether the person is where a secret is typed.
  package var isAtSecret: Bool { screen.tree.focus.flatMap(screen.kind(of:)) == .secretField }

  /// What stands in a field that may be edited outside; `nil` of any other node.
  ///
  /// Never a secret.
  public func text(of node: NodeID) -> String? {
    guard let shown = screen.tree[node], shown.kind.isTextual else { return nil }
    if case .text(let text) = shown[.value] { return text }
    return ""
  }
}

extension String {
  /// A text of bytes; `nil` where they are no UTF-8, or more than any text may have.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    let span = bytes.bindMemory(to: UInt8.self).span
    guard bytes.count <= Self.inputLimit, let utf8 = try? UTF8Span(validating: span) else {
      return nil
    }
    self.init(copying: utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Why a front end's text is not taken.
  var refusal: InputRefusal {
    count <= String.inputLimit && hasTooManyMarks ? .hindered : .noText
  }

  /// A front end's text as the content of its field; `nil` where it is too long, no UTF-8 or has too many
  /// marks.
  func content(isSecret: Bool) -> FieldContent? {
    if refusal == .hindered { return nil }
    if isSecret { return count <= String.inputLimit ? Secret(utf8: self).map { .secret($0) } : nil }
    return String(utf8: self).map { .text($0) }
  }

  /// The cursor as a form counts it: a front end counts bytes, also in a secret.
  func place(of cursor: Int, in content: FieldContent) -> Int {
    guard case .secret = content else { return cursor }
    return prefix(Swift.max(0, cursor)).count { $0 & 0xC0 != 0x80 }
  }
}

/// The screens of a session: a stack, of which the last one is on view, and the alert in front of that one.
///
/// Confined to the thread of the session.
final class Navigator {
  /// Where the screens have led.
  enum Move {
    /// Another screen is on view.
    case moved

    /// Another front end is wanted.
    case frontEnd(String)

    /// The last screen was left.
    case ended
  }

  private(set) var screen: any Screen

  private var beneath: [any Screen] = []
  private var alert: AlertViewModel?

  /// What is told the answer to the alert; the screen is where it is `nil`.
  private var answer: ((Alert.Button) -> Void)?

  /// The first picture of the screen without the alert that was there last: an Escape before it was for that one.
  private var isBareSince: UInt64 = 0

  init(_ screen: any Screen) { self.screen = screen }

  func handle(_ event: UserEvent) {
    guard let alert else {
      if case .leaveRequested(let revision, false) = event, revision < isBareSince { return }
      return screen.handle(event)
    }
    switch alert.handle(event, in: &screen.tree) {
    case .answered(let button):
      let answer = answer
      dismissAlert()
      if let answer { answer(button) } else { screen.answered(button) }
    case .passedOn: screen.handle(event)
    case .refused(let node): screen.handle(.refused(node, .notNow))
    case .handled: break
    }
  }

  /// No answer can come any more.
  ///
  /// - Returns: Whether the screen is done.
  func inputEnded() -> Bool {
    defer { dismissAlert() }
    return screen.inputEnded()
  }

  /// Goes where the screen on view wants to, if anywhere.
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
      isBareSince = 0
      beneath.append(screen)
      screen = next
      screen.open()
    case .replace(let next):
      isBareSince = 0
      screen.close()
      screen = next
      screen.open()
    case .pop(let answer):
      guard let last = beneath.popLast() else { return .ended }
      isBareSince = 0
      screen.close()
      screen = last
      screen.returned(with: answer)
    }
    return .moved
  }

  /// No screen is shown any more.
  func close() {
    for screen in beneath + [screen] {
      screen.close()
      // What answers an alert may hold the screen.
      screen.navigation = nil
    }
  }

  private func dismissAlert() {
    guard let alert else { return }
    alert.erase(from: &screen.tree)
    (self.alert, answer) = (nil, nil)
    isBareSince = screen.tree.revision + 1
  }
}
