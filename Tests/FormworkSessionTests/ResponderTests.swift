import FormworkCore
import FormworkSession
import TestSupport
import Testing

/// Questions of a view model, and the notices of its screen.
@Suite struct ResponderTests {
  /// A view model with an action that cannot be undone.
  private final class Member {
    private let alerts: any AlertPresenter
    private let show: (Message) -> Void

    init(_ alerts: any AlertPresenter, show: @escaping (Message) -> Void) {
      (self.alerts, self.show) = (alerts, show)
    }

    func delete() {
      alerts.confirm("Delete ann?", yes: (label: "Delete", role: .destroy), no: "Keep") {
        [show] in show("deleted")
      }
    }
  }

  /// A screen of an outside package.
  private final class MemberScreen: FormworkSession.Screen, AlertPresenter {
    var tree = ViewTree()
    var navigation: Navigation?
    private var notices = Notices()

    func open() {
      let screen = tree.insert(.screen, name: "member")
      tree.setFocus(tree.insert(.textField, name: "name", under: screen))
    }

    func show(_ message: Message) {
      notices.show(Catalogue.english.text(for: message), in: &tree)
    }

    func handle(_ input: UserInput, revision: UInt64) {
      if case .reset = input { notices.erase(from: &tree) }
    }
    func inputEnded() -> Bool { true }
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
    let wakeUp = try WakeUp()
    let frontEnd = FakeFrontEnd(Session(screen, wakeUp: wakeUp), wakeUp: wakeUp)
    func shown() -> [String] { frontEnd.children.map { "\($0.kind) \($0.name)" } }
    frontEnd.take()
    Member(screen, show: screen.show).delete()
    frontEnd.session.receive()
    frontEnd.take()
    #expect(shown() == ["textField name", "alert alert"])
    frontEnd.post(.activate(try #require(frontEnd.children.last?.children.last)))
    #expect(shown() == ["notice notice", "textField name"])
    screen.handle(.reset(NodeID(rawValue: 0)), revision: 0)
    frontEnd.session.receive()
    frontEnd.take()
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
      screen.present(Self.alert) { _ in screen.show("answered") }
      if isShown { session.receive() }
      session.close()
    }
    #expect(freed == nil)
  }
}
