import FormworkCore
import FormworkSession
import TestSupport
import Testing

/// Questions of a view model, and the notices of its screen.
@Suite struct ResponderTests {
  /// A view model with an action that cannot be undone.
  private final class Member {
    private let alerts: any AlertResponder
    private let say: (Message) -> Void

    init(_ alerts: any AlertResponder, say: @escaping (Message) -> Void) {
      (self.alerts, self.say) = (alerts, say)
    }

    func delete() {
      alerts.confirm("Delete ann?", yes: (label: "Delete", role: .destroy), no: "Keep") {
        [say] in say("deleted")
      }
    }
  }

  /// A screen of an outside package.
  private final class MemberScreen: FormworkSession.Screen, AlertResponder {
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
    var notices: [Message] = []
    Member(responder) { notices.append($0) }.delete()
    #expect(responder.alert == Self.alert)
    responder.press(isSure ? "yes" : "no")
    responder.press("yes")
    #expect(responder.alert == nil)
    #expect(notices == (isSure ? ["deleted"] : []))
  }

  @Test func aScreenShowsThemAsNodes() throws {
    let screen = MemberScreen()
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
    Member(screen, say: screen.say).delete()
    session.receive()
    take()
    #expect(shown() == ["textField name", "alert alert"])
    let delete = picture.root.flatMap { picture[$0]?.children.last }
      .flatMap { picture[$0]?.children.last }
    session.post(.activate(try #require(delete)), revision: revision)
    take()
    #expect(shown() == ["notice notice", "textField name"])
    screen.handle(.reset(NodeID(rawValue: 0)))
    session.receive()
    take()
    #expect(shown() == ["textField name"])
  }

  /// Even if the closure for the answer retains the screen, with a visible or a pending alert.
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
}
