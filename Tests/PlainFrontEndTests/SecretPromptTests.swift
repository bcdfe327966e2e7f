import Conversation
import FormworkFrontEnd
import Interaction
import Testing
import Wording

@testable import PlainFrontEnd

/// The ways out of a secret, and text typed before its prompt.
@Suite(.timeLimit(.minutes(20))) struct SecretPromptTests {
  private static let name = "Name: "
  private static let word = "Word (not shown): "

  /// Returns a form with a name, a secret and a city.
  private func form() -> FakeForm {
    var form = FakeForm(title: "Form")
    form.add(.textField, "name", label: "Name") { _ in (.valid, "") }
    form.add(.secretField, "word", label: "Word") { _ in (.valid, "") }
    form.add(.textField, "city", label: "City")
    form.addButton("send", label: "Send", [.role: .number(NodeRole.submit.rawValue)]) { _ in
      [.detach()]
    }
    return form
  }

  @Test func thereIsAWayOutOfASecret() async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        .line(Self.name, ":next"), .line(Self.word, "\u{18}p"), .line(Self.name, ":next"),
        .line(Self.word, "\u{18}n"), .line("City: ", ":back"), .line(Self.word, "\u{18}?"),
        .line(Self.word, "::back"), .line("City: ", ":back"),
        .line("[kept: 5 characters; type to replace]: ", "\u{18}c"), .line(Self.word, "\u{18}s"),
      ])
    #expect(
      transcript == """
        Form
        1 of 3
        Name: :next
        2 of 3
        ^X p and Enter goes back, ^X n and Enter continues, ^X ? and Enter helps
        Word (not shown):\u{20}
        1 of 3
        Name: :next
        2 of 3
        Word (not shown):\u{20}
        3 of 3
        City: :back
        2 of 3
        Word (not shown):\u{20}
        Word: what you type is not shown; Enter alone keeps the last entry, and continues
        ^X is the keys Control and X together, alone on a line with one more, and Enter:
        ^X p goes back, ^X n continues, ^X c resets the field, ^X s submits the form, ^X r reloads it, ^X f changes to the next front end, ^X ? shows this
        :back, :next, :clear, :submit, :reload, :front-end, :help and :quit are taken, too; a secret that is one of these is typed with two colons
        ^D leaves
        2 of 3
        Word (not shown):\u{20}
        Word: ok
        3 of 3
        City: :back
        2 of 3
        Word (not shown) [kept: 5 characters; type to replace]:\u{20}
        Word: reset
        Word (not shown):\u{20}

        """)
    #expect(
      host.posts == [
        "NEXT", "PREVIOUS", "NEXT", "NEXT", "PREVIOUS", "EDIT word \":back\" 5",
        "COMMIT word \":back\"", "NEXT", "PREVIOUS", "RESET word", "ACTIVATE send",
      ])
  }

  /// The terminal has displayed the text: it is not secret any more, in whole lines or not.
  @Test(arguments: ["hunter2\n", "hunter2", "hunter2\nBonn\n1\n"])
  func whatWasTypedBeforeASecretIsDropped(typed: String) async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        Step(prompt: Self.name, keys: Array("ann\n\(typed)".utf8)), .line(Self.word, "secret"),
        .line("City: ", ":quit"),
      ])
    #expect(
      transcript.contains(
        "\nWord: what was typed before this question is dropped; type it now\n"))
    #expect(
      host.posts == [
        "EDIT name \"ann\" 3", "COMMIT name \"ann\"", "NEXT", "EDIT word \"secret\" 6",
        "COMMIT word \"secret\"", "NEXT", "BACK",
      ])
  }

  private var shell: FakeForm {
    var shell = FakeForm(title: "Shell", [.detail: .text("help lists the commands")])
    shell.add(.textField, "command", label: "shell")
    return shell
  }

  /// At a prompt no form can be moved through or submitted.
  @Test func helpAtAPromptTellsOfNoForm() async throws {
    let transcript = try await converse(
      FakeHost(shell), [.line("shell: ", ":help"), .line("shell: ", ":next"), .end("shell: ")])
    #expect(
      transcript == """
        Shell
        help lists the commands
        shell: :help
        shell: type a command and Enter; help, without a colon, lists the commands
        :front-end NAME changes to another front end, :quit leaves, :help shows this
        a command that begins with : is typed with two of them
        shell: :next
        shell: there is nothing after it to go to
        shell: 

        """)
  }

  /// Neither the part of a secret nor the following keys are used, and a line says what to do.
  @Test(arguments: ["hun\u{18}p", "hunter2\u{18}s", "\u{18}pp"])
  func keysOfSecretsStandAlone(typed: String) async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        .line(Self.name, ":next"), .line(Self.word, typed), .line(Self.word, "\u{18}p"),
        .line(Self.name, ":quit"),
      ])
    #expect(
      transcript.contains(
        "\nignored: type ^X and its letter alone on the line, and then Enter\n"
      ))
    #expect(host.posts == ["NEXT", "PREVIOUS", "BACK"])
  }

  /// The first prompt shows how to get help and how to leave; a prompt for many lines has its own help.
  @Test func theFirstPromptSaysHowToGetHelp() async throws {
    let transcript = try await converse(
      FakeHost(form()), saysFirstPrompt: { true }, [.line(Self.name, ":quit")])
    #expect(
      transcript == """
        Form
        :help lists what can be typed in place of an answer, :quit leaves
        1 of 3
        Name: :quit

        """)
    // At a secret the line names keys that cannot be a secret.
    var secrets = FakeForm(title: "Secrets")
    secrets.add(.secretField, "word", label: "Word") { _ in (.valid, "") }
    secrets.add(.textField, "name", label: "Name")
    #expect(
      try await converse(
        FakeHost(secrets), saysFirstPrompt: { true },
        [.line(Self.word, "\u{18}n"), .line(Self.name, ":quit")])
          == """
          Secrets
          1 of 2
          ^X p and Enter goes back, ^X n and Enter continues, ^X ? and Enter helps
          Word (not shown):\u{20}
          :help lists what can be typed in place of an answer, :quit leaves
          2 of 2
          Name: :quit

          """)
    let shell = shell
    #expect(
      try await converse(FakeHost(shell), saysFirstPrompt: { true }, [.end("shell: ")])
        == "Shell\nhelp lists the commands\nshell: \n")
  }
}
