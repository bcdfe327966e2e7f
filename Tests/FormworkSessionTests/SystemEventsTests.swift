import FormworkCore
import FormworkSession
import TestSupport
import Testing

struct SystemEventsTests {
  private static let line = NodeID(rawValue: 2)

  /// A screen with one line that is entered repeatedly.
  private final class LineScreen: FormworkSession.Screen {
    var tree = ViewTree()
    var navigation: Navigation?
    let isCommitting = false
    var lines = ["one", "two\u{7}"]
    var isOpen = true
    var nextScreen: LineScreen?
    private(set) var events: [UserEvent] = []

    func open() {
      let screen = tree.insert(.screen, name: "lines")
      tree.insert(.textField, name: "line", under: screen)
      tree.insert(.secretField, name: "secret", under: screen)
      tree.setFocus(SystemEventsTests.line)
    }

    func handle(_ event: UserEvent) {
      events.append(event)
      if case .edited(let node, .text(let text), _, _) = event {
        tree.adopt(node, .value, .text(text))
      }
    }

    func interrupted() -> Bool {
      tree.set(SystemEventsTests.line, .value, nil)
      navigation = nextScreen.map { .replace($0) }
      return isOpen
    }

    func suggestions(for request: CompletionRequest) -> [Suggestion]? {
      [
        Suggestion(replacing: 0..<request.cursor, with: "\(request.text)\u{7}!"),
        Suggestion(replacing: 0..<0, with: ""),
      ]
    }

    func history(of node: NodeID) -> [String] { node == SystemEventsTests.line ? lines : [] }

    func receive() {}
    func inputEnded() -> Bool { true }
    func close() {}
  }

  private let screen = LineScreen()

  /// Returns a desk that shows the lines, after the first view tree.
  private func desk() throws -> (Desk, Session) {
    let desk = try Desk()
    let session = Session(screen, wakeUp: desk.wakeUp, system: desk)
    session.attach()
    return (desk, session)
  }

  private func take(_ session: Session) -> [DisplayMessage] {
    var messages: [DisplayMessage] = []
    while let message = session.next() { messages.append(message) }
    return messages
  }

  private func complete(
    _ session: Session, _ node: NodeID, _ text: String, cursor: Int
  ) -> [DisplayMessage] {
    var text = text
    text.withUTF8 {
      session.post(.complete(node, UnsafeRawBufferPointer($0), cursor: cursor), revision: 1)
    }
    return take(session)
  }

  private static let picture: [DisplayMessage] = [
    .change(.inserted(NodeID(rawValue: 1), kind: .screen, name: "lines", parent: nil, index: 0)),
    .change(.inserted(line, kind: .textField, name: "line", parent: NodeID(rawValue: 1), index: 0)),
    .change(
      .inserted(
        NodeID(rawValue: 3), kind: .secretField, name: "secret", parent: NodeID(rawValue: 1),
        index: 1)),
    .change(.focused(line)),
  ]

  @Test func aPictureComesWithTheSizeAndWithWhatWasEnteredBefore() throws {
    let (desk, session) = try desk()
    desk.windowSize = WindowSize(columns: 80, rows: 24)
    #expect(
      take(session)
        == [.attach(title: ""), .resized(WindowSize(columns: 80, rows: 24))] + Self.picture + [
          .history(Self.line, "one"), .history(Self.line, "two\u{FFFD}"), .flush(revision: 1),
        ])
  }

  @Test func whatIsNewIsToldOnce() throws {
    let (_, session) = try desk()
    _ = take(session)
    screen.lines.append("three")
    session.post(.unknown, revision: 0)
    #expect(take(session) == [.history(Self.line, "three"), .flush(revision: 2)])
    session.post(.unknown, revision: 0)
    #expect(take(session) == [.flush(revision: 3)])
    screen.tree.setFocus(NodeID(rawValue: 3))
    #expect(take(session) == [.change(.focused(NodeID(rawValue: 3))), .flush(revision: 4)])
    screen.tree.setFocus(Self.line)
    #expect(
      take(session) == [.change(.focused(Self.line)), .flush(revision: 5)])
  }

  @Test func afterAStopEverythingIsDrawnAfresh() throws {
    let (desk, session) = try desk()
    _ = take(session)
    desk.isResumed = true
    let again = take(session)
    #expect(again.first == .attach(title: "", isLost: true))
    #expect(again.dropFirst().starts(with: Self.picture))
    #expect(take(session) == [])
  }

  /// An isolated front end may send a text after the view tree was taken.
  @Test func aTextTypedBeforeAStopIsToldAfterIt() throws {
    let (desk, session) = try desk()
    _ = take(session)
    desk.isResumed = true
    _ = take(session)
    let line = Array("an".utf8)
    line.withUnsafeBytes { session.post(.edit(Self.line, $0, cursor: 2), revision: 1) }
    #expect(
      take(session) == [.change(.set(Self.line, .value, .text("an"))), .flush(revision: 3)])
  }

  @Test func aResizeIsTold() throws {
    let (desk, session) = try desk()
    _ = take(session)
    desk.windowSize = WindowSize(columns: 132, rows: 50)
    #expect(take(session) == [])
    desk.isResized = true
    #expect(take(session) == [.resized(WindowSize(columns: 132, rows: 50)), .flush(revision: 2)])
    #expect(take(session) == [])
  }

  /// Events without an attached front end are not lost.
  @Test func aResizeAndAStopAreToldLater() throws {
    let (desk, session) = try desk()
    _ = take(session)
    desk.windowSize = WindowSize(columns: 132, rows: 50)
    desk.isResized = true
    desk.wakeUp.clear()
    session.receive()
    #expect(take(session) == [.resized(WindowSize(columns: 132, rows: 50)), .flush(revision: 2)])
    desk.isResumed = true
    desk.wakeUp.clear()
    session.receive()
    #expect(take(session).first == .attach(title: "", isLost: true))
    #expect(take(session) == [])
  }

  @Test func aScreenMayDealWithAnInterrupt() throws {
    let (desk, session) = try desk()
    _ = take(session)
    screen.tree.set(Self.line, .value, .text("typed"))
    _ = take(session)
    desk.pendingSignal = 2
    #expect(take(session) == [.change(.set(Self.line, .value, nil)), .flush(revision: 3)])
    #expect(desk.pendingSignal == nil)
    #expect(session.ending == nil)
    screen.isOpen = false
    desk.pendingSignal = 2
    #expect(take(session) == [.flush(revision: 4), .detach(.signal)].suffix(1))
    #expect(session.ending == .interrupted(2))
  }

  /// Otherwise, input for the old screen would be an answer on the new one.
  @Test func thatALineIsDroppedIsToldBeforeTheScreenChanges() throws {
    let (desk, session) = try desk()
    _ = take(session)
    screen.tree.adopt(Self.line, .value, .text("typed"))
    screen.nextScreen = LineScreen()
    desk.pendingSignal = 2
    let messages = take(session)
    #expect(
      messages.starts(
        with: [.change(.set(Self.line, .value, nil)), .flush(revision: 2), .attach(title: "")]
          + Self.picture))
    #expect(session.screen === screen.nextScreen)
    #expect(session.ending == nil)
  }

  @Test func anotherSignalIsNoInterrupt() throws {
    let (desk, session) = try desk()
    _ = take(session)
    desk.pendingSignal = 15
    #expect(take(session) == [.detach(.signal)])
    #expect(session.ending == .interrupted(15))
  }

  @Test func suggestionsAreShownWithoutControls() throws {
    let (_, session) = try desk()
    _ = take(session)
    #expect(
      complete(session, Self.line, "ab", cursor: 9) == [
        .suggestion(
          Self.line, Suggestion(replacing: 0..<2, with: "ab\u{FFFD}!"), revision: 1),
        .suggestion(Self.line, nil, revision: 1), .flush(revision: 2),
      ])
  }

  /// Each request is answered, but pending suggestions for an older one are dropped.
  @Test func suggestionsThatWereNotTakenGiveWay() throws {
    let (_, session) = try desk()
    _ = take(session)
    let text = Array("ab".utf8)
    text.withUnsafeBytes { session.post(.complete(Self.line, $0, cursor: 1), revision: 1) }
    let end = DisplayMessage.suggestion(Self.line, nil, revision: 1)
    #expect(
      complete(session, Self.line, "ab", cursor: 2) == [
        end, .suggestion(Self.line, Suggestion(replacing: 0..<2, with: "ab\u{FFFD}!"), revision: 1),
        end, .flush(revision: 2),
      ])
  }

  /// Each of them may be rejected: then there is nothing to drop.
  @Test func endsThatAreNotTakenAreBounded() throws {
    let (_, session) = try desk()
    _ = take(session)
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let secret = NodeID(rawValue: 3)
    for _ in 0..<2_000 { session.post(.complete(secret, none, cursor: 0), revision: 1) }
    #expect(
      take(session)
        == Array(repeating: .suggestion(secret, nil, revision: 1), count: 1_000)
        + [.flush(revision: 2)])
  }

  @Test func nothingIsSuggestedForASecret() throws {
    let (_, session) = try desk()
    _ = take(session)
    let secret = NodeID(rawValue: 3)
    #expect(
      complete(session, secret, "ab", cursor: 1) == [
        .suggestion(secret, nil, revision: 1), .flush(revision: 2),
      ])
  }

  @Test func aTextIsEditedOutside() throws {
    let (_, session) = try desk()
    _ = take(session)
    session.post(.editOutside(Self.line), revision: 0)
    #expect(take(session).last == .detach(.editOutside))
    #expect(session.ending == .outsideEditRequested(Self.line))
    #expect(session.text(of: Self.line) == "")
    session.replaceText(of: Self.line, with: "edited")
    #expect(screen.events == [.edited(Self.line, .text("edited"), cursor: 6, revision: .max)])
    session.attach()
    #expect(session.ending == nil)
    #expect(take(session).contains(.change(.set(Self.line, .value, .text("edited")))))
  }

  @Test func aSecretIsNotEditedOutside() throws {
    let (_, session) = try desk()
    _ = take(session)
    session.post(.editOutside(NodeID(rawValue: 3)), revision: 0)
    #expect(take(session) == [.flush(revision: 2)])
    #expect(session.ending == nil)
    #expect(session.text(of: NodeID(rawValue: 3)) == nil)
  }
}
