import Conversation
import FormworkFrontEnd
import Interaction
import Testing
import Wording

/// Actions of the user are reported with the revision of the picture that the user saw.
@Suite struct HostClientTests {
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
        let client = HostClient(host: connection)
        try client.awaitFlush()
        host.change(change)
        try client.exchange(messages(Self.form))
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
        let client = HostClient(host: connection)
        try client.awaitFlush()
        let name = Self.form.id("name")
        client.edit(name, text: "A")
        host.change { $0.remove("name") }
        try client.drain()
        client.edit(name, text: "Ad")
        client.edit(name, secret: SecretBytes())
      }
    }
    #expect(host.posts == ["EDIT name \"A\" 1"])
  }
}
