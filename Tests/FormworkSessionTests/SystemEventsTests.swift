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
    var lines = ["one", "two\u{7}"]
    var isOpen = true
    var nextScreen: LineScreen?
    private(set) var inputs: [UserInput] = []

    func open() {
      let screen = tree.insert(.screen, name: "lines")
      tree.insert(.textField, name: "line", under: screen)
      tree.insert(.secretField, name: "secret", under: screen)
      tree.setFocus(SystemEventsTests.line)
    }

    func handle(_ input: UserInput, revision: UInt64) {
      inputs.append(input)
      if case .edit(let node, .text(let text), _) = input {
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

    func inputEnded() -> Bool { true }
  }

  private let screen = LineScreen()
  private let bench: FormBench
  private let frontEnd: FakeFrontEnd

  /// Attaches a front end to a session that shows the lines, with the events of the bench.
  init() throws {
    bench = try FormBench()
    frontEnd = bench.attach(screen)
    frontEnd.take()
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

  @Test func aPictureComesWithTheSizeAndWithWhatWasEnteredBefore() {
    bench.windowSize = WindowSize(columns: 80, rows: 24)
    frontEnd.session.attach()
    #expect(
      frontEnd.take()
        == [.attach(title: ""), .resized(WindowSize(columns: 80, rows: 24))] + Self.picture + [
          .history(Self.line, "one"), .history(Self.line, "two\u{FFFD}"), .flush(revision: 2),
        ])
  }

  @Test func whatIsNewIsToldOnce() {
    screen.lines.append("three")
    #expect(frontEnd.post(.unknown) == [.history(Self.line, "three"), .flush(revision: 2)])
    #expect(frontEnd.post(.unknown) == [.flush(revision: 3)])
    screen.tree.setFocus(NodeID(rawValue: 3))
    #expect(frontEnd.take() == [.change(.focused(NodeID(rawValue: 3))), .flush(revision: 4)])
    screen.tree.setFocus(Self.line)
    #expect(
      frontEnd.take() == [.change(.focused(Self.line)), .flush(revision: 5)])
  }

  @Test func afterAStopEverythingIsRedrawn() {
    bench.isResumed = true
    #expect(frontEnd.take() == [])
    let again = frontEnd.take()
    #expect(again.first == .attach(title: "", isLost: true))
    #expect(again.dropFirst().starts(with: Self.picture))
    #expect(frontEnd.take() == [])
  }

  /// An isolated front end may send a text after the view tree was taken.
  @Test func aTextTypedBeforeAStopIsToldAfterIt() {
    bench.isResumed = true
    frontEnd.take()
    frontEnd.take()
    let messages = frontEnd.post("an".utf8, at: 1) { .edit(Self.line, $0, cursor: 2) }
    #expect(
      messages == [.change(.set(Self.line, .value, .text("an"))), .flush(revision: 3)])
  }

  /// Otherwise a secret would be shown as shorter than the front end knows it.
  @Test func aTextSentBeforeAStopComesBeforeTheNextPicture() {
    bench.isResumed = true
    #expect(frontEnd.take() == [])
    let messages = frontEnd.post("an".utf8) { .edit(Self.line, $0, cursor: 2) }
    #expect(messages.contains(.change(.set(Self.line, .value, .text("an")))))
    #expect(messages.count { $0 == .attach(title: "", isLost: true) } == 1)
    #expect(frontEnd.take() == [])
  }

  @Test func aResizeIsTold() {
    bench.windowSize = WindowSize(columns: 132, rows: 50)
    #expect(frontEnd.take() == [])
    bench.isResized = true
    #expect(frontEnd.take() == [.resized(WindowSize(columns: 132, rows: 50)), .flush(revision: 2)])
    #expect(frontEnd.take() == [])
  }

  /// Events without an attached front end are not lost.
  @Test func aResizeAndAStopAreToldLater() {
    bench.windowSize = WindowSize(columns: 132, rows: 50)
    bench.isResized = true
    bench.wakeUp.clear()
    frontEnd.session.receive()
    #expect(frontEnd.take() == [.resized(WindowSize(columns: 132, rows: 50)), .flush(revision: 2)])
    bench.isResumed = true
    bench.wakeUp.clear()
    frontEnd.session.receive()
    #expect(frontEnd.take() == [])
    #expect(frontEnd.take().first == .attach(title: "", isLost: true))
    #expect(frontEnd.take() == [])
  }

  @Test func aScreenMayDealWithAnInterrupt() {
    screen.tree.set(Self.line, .value, .text("typed"))
    frontEnd.take()
    bench.pendingSignal = 2
    #expect(frontEnd.take() == [.change(.set(Self.line, .value, nil)), .flush(revision: 3)])
    #expect(bench.pendingSignal == nil)
    #expect(frontEnd.session.endReason == nil)
    screen.isOpen = false
    bench.pendingSignal = 2
    #expect(frontEnd.take() == [.flush(revision: 4), .detach(.signal)].suffix(1))
    #expect(frontEnd.session.endReason == .interrupted(2))
  }

  /// Otherwise, input for the old screen would be an answer on the new one.
  @Test func thatALineIsDroppedIsToldBeforeTheScreenChanges() {
    screen.tree.adopt(Self.line, .value, .text("typed"))
    screen.nextScreen = LineScreen()
    bench.pendingSignal = 2
    let messages = frontEnd.take()
    #expect(
      messages.starts(
        with: [.change(.set(Self.line, .value, nil)), .flush(revision: 2), .attach(title: "")]
          + Self.picture))
    #expect(frontEnd.session.screen === screen.nextScreen)
    #expect(frontEnd.session.endReason == nil)
  }

  @Test func anotherSignalIsNoInterrupt() {
    bench.pendingSignal = 15
    #expect(frontEnd.take() == [.detach(.signal)])
    #expect(frontEnd.session.endReason == .interrupted(15))
  }

  @Test func suggestionsAreShownWithoutControls() {
    #expect(
      frontEnd.post("ab".utf8, at: 1) { .complete(Self.line, $0, cursor: 9) } == [
        .suggestion(
          Self.line, Suggestion(replacing: 0..<2, with: "ab\u{FFFD}!"), revision: 1),
        .suggestion(Self.line, nil, revision: 1), .flush(revision: 2),
      ])
  }

  /// Each request is answered, but pending suggestions for an older one are dropped.
  @Test func suggestionsThatWereNotTakenGiveWay() {
    let text = Array("ab".utf8)
    text.withUnsafeBytes { frontEnd.session.post(.complete(Self.line, $0, cursor: 1), revision: 1) }
    let end = DisplayMessage.suggestion(Self.line, nil, revision: 1)
    #expect(
      frontEnd.post("ab".utf8, at: 1) { .complete(Self.line, $0, cursor: 2) } == [
        end, .suggestion(Self.line, Suggestion(replacing: 0..<2, with: "ab\u{FFFD}!"), revision: 1),
        end, .flush(revision: 2),
      ])
  }

  /// Each of them may be refused: then there is nothing to drop.
  @Test func endsThatAreNotTakenAreBounded() {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let secret = NodeID(rawValue: 3)
    for _ in 0..<2_000 { frontEnd.session.post(.complete(secret, none, cursor: 0), revision: 1) }
    #expect(
      frontEnd.take()
        == Array(repeating: .suggestion(secret, nil, revision: 1), count: 1_000)
        + [.flush(revision: 2)])
  }

  @Test func aTextIsEditedOutside() {
    bench.windowSize = WindowSize(columns: 80, rows: 24)
    frontEnd.session.post(.editOutside(Self.line), revision: 0)
    #expect(frontEnd.take().last == .detach(.editOutside))
    #expect(frontEnd.session.endReason == .outsideEditRequested(Self.line))
    #expect(frontEnd.session.text(of: Self.line) == "")
    #expect(frontEnd.session.text(of: NodeID(rawValue: 3)) == nil)
    frontEnd.session.replaceText(of: Self.line, with: "edited")
    #expect(screen.inputs == [.edit(Self.line, .text("edited"), cursor: 6)])
    frontEnd.session.attach()
    #expect(frontEnd.session.endReason == nil)
    #expect(frontEnd.take().contains(.change(.set(Self.line, .value, .text("edited")))))
  }
}
