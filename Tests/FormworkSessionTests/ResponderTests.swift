import FormworkCore
import FormworkSession
import TestSupport
import Testing

/// What a view model asks and tells by the responders that it is given.
@Suite struct ResponderTests {
  /// A view model with something that cannot be undone.
  private final class Member {
    private let alerts: any AlertResponder
    private let notices: any NoticeResponder
    private let events: any EventResponder

    init(_ responder: some AlertResponder & NoticeResponder, events: any EventResponder) {
      (alerts, notices, self.events) = (responder, responder, events)
    }

    func delete() {
      alerts.confirm("Delete ann?", yes: (label: "Delete", role: .destroy), no: "Keep") {
        [notices, events] in
        notices.say("deleted")
        events.record(EventRecord("member-deleted", ["count": 1]))
      }
    }
  }

  /// A screen of an outside package.
  private final class MemberScreen: FormworkSession.Screen, AlertResponder, NoticeResponder {
    var tree = ViewTree()
    var navigation: Navigation?
    let isCommitting = false
    private var notices = Notices()

    func open() {
      let screen = tree.insert(.screen, name: "member")
      tree.setFocus(tree.insert(.textField, name: "name", under: screen))
    }

    func say(_ message: Message) {
      notices.say(Catalogue.english.text(for: message), in: &tree)
    }

    func handle(_ event: UserEvent) { if case .reset = event { notices.erase(from: &tree) } }
    func receive() {}
    func inputEnded() -> Bool { true }
    func close() {}
  }

  private static let alert = Alert(
    "Delete ann?",
    buttons: [
      Alert.Button("no", label: "Keep", role: .cancel, isYes: false),
      Alert.Button("yes", label: "Delete", role: .destroy, isYes: true),
    ])

  @Test(arguments: [true, false]) func aViewModelIsTestedAlone(isSure: Bool) {
    let responder = FakeResponder()
    Member(responder, events: responder).delete()
    #expect(responder.alert == Self.alert)
    responder.press(isSure ? "yes" : "no")
    responder.press("yes")
    #expect(responder.alert == nil)
    #expect(responder.notices == (isSure ? ["deleted"] : []))
    #expect(responder.events == (isSure ? [EventRecord("member-deleted", ["count": 1])] : []))
  }

  @Test func aScreenShowsThemAsNodes() throws {
    let (screen, events) = (MemberScreen(), FakeResponder())
    let session = Session(screen, wakeUp: try WakeUp())
    var (picture, revision) = (ViewTree(), UInt64(0))
    func take() {
      while let message = session.next() {
        if case .change(let change) = message { picture.replay(change) }
        if case .flush(let last) = message { revision = last }
      }
    }
    func shown() -> [String] {
      (picture.root.flatMap { picture[$0]?.children } ?? []).compactMap { node in
        picture[node].map { "\($0.kind) \($0.name)" }
      }
    }
    session.attach()
    take()
    Member(screen, events: events).delete()
    session.receive()
    take()
    #expect(shown() == ["textField name", "alert alert"])
    let delete = picture.root.flatMap { picture[$0]?.children.last }
      .flatMap { picture[$0]?.children.last }
    session.post(.activate(try #require(delete)), revision: revision)
    take()
    #expect(shown() == ["notice notice", "textField name"])
    #expect(events.events == [EventRecord("member-deleted", ["count": 1])])
    screen.handle(.reset(NodeID(rawValue: 0)))
    session.receive()
    take()
    #expect(shown() == ["textField name"])
  }

  /// Not even where what takes the answer holds the screen, be the alert on view or yet to come.
  @Test(arguments: [true, false]) func anAlertWithoutAnswerHoldsNothing(isShown: Bool) throws {
    weak var freed: MemberScreen?
    do {
      let screen = MemberScreen()
      freed = screen
      let session = Session(screen, wakeUp: try WakeUp())
      session.receive()
      screen.present(Self.alert) { _ in screen.say("answered") }
      if isShown { session.receive() }
      session.close()
    }
    #expect(freed == nil)
  }

  /// How often each happens, and nothing of what was entered.
  @Test func aFormRecordsWhatBecomesOfIt() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      try desk.open()
      desk.screen.say("busy")
      desk.take()
      #expect(desk.messages == ["busy"])
      #expect(desk.node { $0.kind == .notice } != nil)
      try desk.fillIn()
      _ = desk.press("submit")
      try desk.takeSubmission().pending.give(.refused([Refusal(nil, .customError("closed"))]))
      #expect(desk.take { desk.viewModel.state == .editing })
      _ = desk.press("submit")
      try desk.takeSubmission().pending.give(.accepted("receipt"))
      #expect(desk.take { desk.session.ending == .finished })
      #expect(
        desk.events.events == [
          EventRecord("form-opened"), EventRecord("form-handed-in"),
          EventRecord("form-refused", ["reasons": 1]), EventRecord("form-handed-in"),
          EventRecord("form-submitted"),
        ])
    }
  }
}
