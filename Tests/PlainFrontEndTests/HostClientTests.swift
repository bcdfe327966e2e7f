import Conversation
import FormworkFrontEnd
import Interaction
import Testing
import Wording

/// Actions of the user are reported with the revision of the picture that the user saw.
@Suite struct DialogueTests {
  private static let form = {
    var form = FakeForm(title: "Form")
    form.add(.textField, "name", label: "Name")
    return form
  }()

  /// Returns the posts of a front end that reports an action after an event.
  private func posts(
    _ messages: @escaping @Sendable (FakeForm) -> [InputMessage<EnteredText>],
    after change: @escaping @Sendable (inout FakeForm) -> [DisplayMessage]
  ) async throws -> [String] {
    let host = FakeHost(Self.form)
    try await onThread {
      try host.connect { connection in
        let dialogue = HostClient(host: connection)
        try dialogue.awaitFlush()
        host.change(change)
        try dialogue.exchange(messages(Self.form))
      }
    }
    return host.posts
  }

  @Test func whatIsGoneIsNotToldOf() async throws {
    let posts = try await posts {
      [.commit($0.id("name"), .text("Ada"))]
    } after: {
      $0.remove("name")
    }
    #expect(posts == [])
  }

  @Test func whatIsGoneIsNotEdited() async throws {
    let host = FakeHost(Self.form)
    try await onThread {
      try host.connect { connection in
        let dialogue = HostClient(host: connection)
        try dialogue.awaitFlush()
        let name = Self.form.id("name")
        dialogue.edit(name, text: "A")
        host.change { $0.remove("name") }
        try dialogue.drain()
        dialogue.edit(name, text: "Ad")
        dialogue.edit(name, secret: SecretBytes())
      }
    }
    #expect(host.posts == ["EDIT name \"A\" 1"])
  }
}
