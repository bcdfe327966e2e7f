import FormworkFrontEnd
import Testing

@testable import Conversation
@testable import Interaction
@testable import PlainFrontEnd
@testable import Wording

@Suite struct AnnouncerTests {
  private let screen = NodeID(rawValue: 1)
  private let email = NodeID(rawValue: 2)
  private let phone = NodeID(rawValue: 3)
  private let notice = NodeID(rawValue: 4)

  /// Returns a form of two fields that was already announced.
  private func start() -> (ViewTreeReplica, Announcer) {
    var (picture, announcer) = (ViewTreeReplica(), Announcer())
    let messages: [DisplayMessage] = [
      .attach(title: "Form"),
      .change(.inserted(screen, kind: .screen, name: "", parent: nil, index: 0)),
      .change(.inserted(email, kind: .textField, name: "email", parent: screen, index: 0)),
      .change(.inserted(phone, kind: .textField, name: "phone", parent: screen, index: 1)),
    ]
    #expect(tell(messages, &picture, &announcer) == [])
    return (picture, announcer)
  }

  private func tell(
    _ messages: [DisplayMessage], _ picture: inout ViewTreeReplica, _ announcer: inout Announcer
  ) -> [String] {
    observe(messages, &picture, &announcer)
    return announcer.lines(of: picture).map(\.text)
  }

  private func observe(
    _ messages: [DisplayMessage], _ picture: inout ViewTreeReplica, _ announcer: inout Announcer
  ) {
    for message in messages + [.flush(revision: 1)] {
      if let changes = picture.apply(message) { announcer.observe(changes) }
    }
  }

  private func set(_ node: NodeID, _ status: NodeStatus, _ explanation: String = "")
    -> [DisplayMessage]
  {
    [
      .change(.set(node, .status, .number(status.rawValue))),
      .change(.set(node, .explanation, .text(explanation))),
    ]
  }

  @Test func nothingIsSaidTwice() {
    var (picture, announcer) = start()
    #expect(tell(set(email, .refused, "taken"), &picture, &announcer) == ["email: taken"])
    #expect(tell([], &picture, &announcer) == [])
    #expect(tell([.change(.set(email, .label, .text("email")))], &picture, &announcer) == [])
    // A check in between does not make it news.
    #expect(tell(set(email, .checking), &picture, &announcer) == [])
    #expect(tell(set(email, .refused, "taken"), &picture, &announcer) == [])
    // A reset does.
    #expect(tell(set(email, .nothing), &picture, &announcer) == [])
    #expect(tell(set(email, .refused, "taken"), &picture, &announcer) == ["email: taken"])
  }

  @Test func onlyTheLatestStateIsSaidInTheOrderOfTheTelling() {
    var (picture, announcer) = start()
    observe(set(phone, .invalid, "short"), &picture, &announcer)
    observe(set(email, .refused, "taken"), &picture, &announcer)
    observe(set(phone, .invalid, "long"), &picture, &announcer)
    let lines = announcer.lines(of: picture)
    #expect(lines == [OutputLine("phone: long", .fault), OutputLine("email: taken", .fault)])
  }

  @Test func thatAllIsWellIsNewsOnlyAfterSomethingElse() throws {
    var (picture, announcer) = start()
    #expect(tell(set(email, .valid), &picture, &announcer) == [])
    observe(set(phone, .checking), &picture, &announcer)
    announcer.noteShown(try #require(picture[phone]), in: picture)
    #expect(tell(set(phone, .valid), &picture, &announcer) == ["phone: ok"])
  }

  @Test func aReplyIsSaidThoughItWasSaidBefore() {
    var (picture, announcer) = start()
    observe(set(email, .invalid, "short"), &picture, &announcer)
    #expect(announcer.reply(about: email, in: picture) == "email: short")
    #expect(announcer.reply(about: email, in: picture) == "email: short")
    #expect(announcer.lines(of: picture) == [])
    #expect(announcer.reply(about: phone, in: picture) == nil)
  }

  @Test func fieldsWaitForTheAnswerToAQuestion() {
    var (picture, announcer) = start()
    let question = DisplayMessage.change(
      .inserted(notice, kind: .alert, name: "resume", parent: nil, index: 1))
    #expect(tell(set(email, .invalid, "short") + [question], &picture, &announcer) == [])
    #expect(tell([.change(.removed(notice))], &picture, &announcer) == ["email: short"])
  }

  @Test func noticesAndTheScreen() {
    var (picture, announcer) = start()
    let insertion: [DisplayMessage] = [
      .change(.inserted(notice, kind: .notice, name: "saved", parent: screen, index: 2)),
      .change(.set(notice, .label, .text("Saved"))),
    ]
    #expect(tell(insertion, &picture, &announcer) == ["Note: Saved"])
    #expect(tell([.change(.removed(notice))] + insertion, &picture, &announcer) == ["Note: Saved"])
    #expect(tell(set(screen, .submitting, "wait"), &picture, &announcer) == [])
    #expect(tell(set(screen, .failed, "no answer"), &picture, &announcer) == ["Form: no answer"])
    #expect(tell([.attach(title: "Other")], &picture, &announcer) == [])
  }
}
