import FormworkFrontEnd
import Testing

@testable import Conversation
@testable import Interaction
@testable import PlainFrontEnd
@testable import Wording

@Suite(.timeLimit(.minutes(20))) struct PlainPrompterTests {
  private func form() -> FakeForm {
    var form = FakeForm(title: "Sign up", [.detail: .text("It takes a minute.")])
    form.add(
      .textField, "user", label: "Username",
      [.required: .number(1), .detail: .text("Letters only.")]
    ) { $0 == "ann" ? (.valid, "") : (.invalid, "letters only") }
    form.add(.secretField, "password", label: "Password", [.required: .number(1)]) {
      _ in (.valid, "")
    }
    form.addButton(
      "register", label: "Register", [.role: .number(NodeRole.submit.rawValue)]
    ) { _ in [.detach()] }
    form.addButton("cancel", label: "Cancel", [.role: .number(NodeRole.cancel.rawValue)]) {
      _ in [.detach()]
    }
    return form
  }

  @Test func enterAloneKeepsAndGoesOnThoughInvalid() async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        .line("Username (required): ", ""), .line("Password (required, not shown): ", "secret"),
        .line("Button [1]: ", ":back"), .line("type to replace]: ", ""),
        .line("Button [1]: ", "can"),
      ])
    #expect(
      transcript == """
        Sign up
        It takes a minute.
        Letters only. (1 of 2)
        Username (required): 
        Username: left open: letters only
        2 of 2
        ^X p and Enter goes back, ^X n and Enter continues, ^X ? and Enter helps
        Password (required, not shown): 
        Password: ok
        1 Register  2 Cancel
        Button [1]: :back
        Password (required, not shown) [kept: 6 characters; type to replace]: 
        Password: ok
        1 Register  2 Cancel
        Button [1]: can

        """)
    #expect(
      host.posts == [
        "COMMIT user", "NEXT", "EDIT password \"secret\" 6", "COMMIT password \"secret\"",
        "NEXT", "PREVIOUS", "COMMIT password", "NEXT", "ACTIVATE cancel",
      ])
  }

  @Test func commands() async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        .line("Username (required): ", ":x"),
        .line("Username (required): ", ":front-end a b"),
        .line("Username (required): ", ": x"), .line("Username (required): ", ":quit x"),
        .line("Username (required): ", ":back"),
        .line("Username (required): ", "::x"), .line("[:x]: ", ":clear"),
        .line("Username (required): ", ":help"), .line("Username (required): ", ":next"),
        .line("Password (required, not shown): ", "::next"), .line("Button [1]: ", ":nonsense"),
        .line("Button [1]: ", "9"), .line("Button [1]: ", ":front-end editline"),
      ])
    #expect(
      transcript == """
        Sign up
        It takes a minute.
        Letters only. (1 of 2)
        Username (required): :x
        unknown command :x; :help lists them
        Username (required): :front-end a b
        :front-end: name one front end, as in :front-end plain, or none
        Username (required): : x
        commands look like :help; to enter text that starts with a colon, type two colons
        Username (required): :quit x
        type :quit alone; to enter text that starts with a colon, type two colons
        Username (required): :back
        Username: there is nothing before it to go back to
        Username (required): ::x
        Username: letters only
        Username (required) [:x]: :clear
        Username: reset
        Username (required): :help
        Username: Enter alone keeps what is shown in brackets, and continues
        :next continues, :back goes back, :clear resets the field, :submit submits the form
        :reload loads the form again; your answers stay
        :front-end NAME changes to another front end, :quit leaves, :help shows this
        a text that begins with : is typed with two of them
        Letters only. (1 of 2)
        Username (required): :next
        2 of 2
        ^X p and Enter goes back, ^X n and Enter continues, ^X ? and Enter helps
        Password (required, not shown): 
        Password: ok
        1 Register  2 Cancel
        Button [1]: :nonsense
        unknown command :nonsense; :help lists them
        Button [1]: 9
        Button: no such answer. Type 1 or 2, or the first letters
        Button [1]: :front-end editline

        """)
    #expect(
      host.posts == [
        "PREVIOUS", "EDIT user \":x\" 2", "COMMIT user \":x\"", "RESET user", "NEXT",
        "EDIT password \":next\" 5", "COMMIT password \":next\"", "NEXT", "SWITCH \"editline\"",
      ])
  }

  @Test func everyKindOfField() async throws {
    var form = FakeForm(title: "")
    form.add(.group, "rest", label: "The rest", [.detail: .text("All of it.")])
    form.add(.note, "first", label: "Be kind.", in: "rest")
    form.add(.toggle, "terms", label: "Terms", in: "rest", [.value: .number(0)])
    form.add(.note, "second", label: "Pay.", in: "rest")
    form.add(.choice, "plan", label: "Plan", in: "rest")
    form.add(.option, "small", label: "Small", in: "plan")
    form.add(.option, "smart", label: "Smart", in: "plan")
    form.add(.choices, "extras", label: "Extras", in: "rest")
    form.add(.option, "tea", label: "Tea", in: "extras", [.selected: .number(1)])
    form.add(.option, "cake", label: "Cake", in: "extras")
    form.add(.textArea, "about", label: "About")
    let host = FakeHost(form)
    let transcript = try await converse(
      host,
      [
        .line("Terms (y/n) [n]: ", "maybe"), .line("Terms (y/n) [n]: ", ":help"),
        .line("Terms (y/n) [n]: ", "y"),
        .line("Plan: ", "sma"), .line("Plan: ", "SMART"),
        .line("[Tea]: ", "tea,Bog"), .line("[Tea]: ", "-"),
        .line("About (several lines, the last a single .): ", "..one\n\n...\n.two\n:next\n."),
        .line("Command (:help lists them): ", ":back"),
        .line("[5 lines]: ", "."), .line("Command (:help lists them): ", ":quit"),
      ])
    #expect(
      transcript == """
        The rest
        All of it.
        Be kind.
        Pay.
        1 of 4
        Terms (y/n) [n]: maybe
        Terms: answer y or n
        Terms (y/n) [n]: :help
        \(FrontEndMessages.help(at: "Terms", .toggle, isInSection: true).joined(separator: "\n"))
        Be kind.
        Pay.
        1 of 4
        Terms (y/n) [n]: y
        2 of 4
        1 Small
        2 Smart
        Plan: sma
        Plan: several begin like that. Type 1 or 2, or more letters
        Plan: SMART
        3 of 4
        1 Tea
        2 Cake
        Extras (several with commas, - for none) [Tea]: tea,Bog
        Extras: no such answer: Bog. Type 1 or 2, or the first letters
        Extras (several with commas, - for none) [Tea]: -
        4 of 4
        About (several lines, the last a single .): ..one

        ...
        .two
        :next
        .
        Command (:help lists them): :back
        About (several lines, the last a single .) [5 lines]: .
        Command (:help lists them): :quit

        """)
    let text = ".one\n\n..\n.two\n:next"
    #expect(
      host.posts == [
        "CHOOSE terms on", "COMMIT terms", "NEXT", "CHOOSE smart on", "COMMIT plan", "NEXT",
        "CHOOSE tea off", "COMMIT extras", "NEXT", "EDIT about \".one\" 4",
        "EDIT about \".one\n\" 5", "EDIT about \".one\n\n..\" 8",
        "EDIT about \".one\n\n..\n.two\" 13", "EDIT about \"\(text)\" 19",
        "COMMIT about \"\(text)\"", "NEXT", "COMMIT about", "NEXT", "BACK",
      ])
  }

  /// A new picture in the middle of a text, as after ^Z and `fg`; then a line that is refused.
  @Test func aTextThatIsInterruptedGoesOn() async throws {
    var form = FakeForm(title: "Form")
    form.add(.textArea, "about", label: "About")
    form.add(.textField, "city", label: "City")
    let host = FakeHost(form)
    host.after("EDIT about \"one\n.two\"") { $0.snapshot() }
    let transcript = try await converse(
      host,
      [
        .line("About (several lines, the last a single .): ", "one\n..two"),
        .line("About (2 lines so far; finish with a line containing only .): ", ":next"),
        .line("City: ", ":back"),
        Step(
          prompt: "About (2 lines so far; finish with a line containing only .): ",
          keys: [10] + Array("three\n".utf8) + [0xC3, 0x28, 10] + Array("five\n.\n".utf8)),
        .line("About (4 lines so far; finish with a line containing only .): ", "."),
        .line("City: ", ":back"),
        .line("About (several lines, the last a single .) [4 lines]: ", "x\n."),
        .line("City: ", ":quit"),
      ])
    #expect(
      transcript.contains(
        """
        ..two

        Form
        1 of 2
        About (2 lines so far; finish with a line containing only .): :next
        """))
    #expect(
      transcript.contains(
        "\nAbout: the line is not UTF-8; the lines from there on were ignored\nAbout ("))
    let lines = "one\n.two\n\nthree"
    #expect(
      host.posts == [
        "EDIT about \"one\" 3", "EDIT about \"one\n.two\" 8", "NEXT", "PREVIOUS",
        "EDIT about \"one\n.two\n\" 9", "EDIT about \"\(lines)\" 15", "COMMIT about", "NEXT",
        "PREVIOUS", "EDIT about \"x\" 1", "COMMIT about \"x\"", "NEXT", "BACK",
      ])
  }

  /// The text is lost: the user sees the reason, and is asked again.
  @Test func aTextThatIsRefused() async throws {
    var form = FakeForm(title: "Form")
    form.add(.textField, "name", label: "Name") { _ in (.valid, "") }
    form.add(.textArea, "about", label: "About", [.value: .text("old")])
    form.refusal = { $0.contains("!") ? "too many marks" : nil }
    let host = FakeHost(form)
    let transcript = try await converse(
      host,
      [
        .line("Name: ", "Ann!"), .line("Name: ", "Ann"),
        .line("About (several lines, the last a single .) [old]: ", "one!"),
        .line("About (several lines, the last a single .) [old]: ", "one"),
        .line("", "two"), .line("", "three!"),
        .line("About (2 lines so far; finish with a line containing only .): ", "four"),
        .line("", "."),
        .line("Command (:help lists them): ", ":quit"),
      ])
    #expect(
      transcript == """
        Form
        1 of 2
        Name: Ann!
        Name: too many marks
        Name: Ann
        Name: ok
        2 of 2
        About (several lines, the last a single .) [old]: one!

        About: too many marks
        About (several lines, the last a single .) [old]: one
        two
        three!

        About: too many marks
        About (2 lines so far; finish with a line containing only .): four
        .
        Command (:help lists them): :quit

        """)
    #expect(
      host.posts == [
        "EDIT name \"Ann!\" 4", "COMMIT name \"Ann!\"", "EDIT name \"Ann\" 3",
        "COMMIT name \"Ann\"", "NEXT", "EDIT about \"one!\" 4", "EDIT about \"one\" 3",
        "EDIT about \"one\ntwo\" 7", "EDIT about \"one\ntwo\nthree!\" 14",
        "EDIT about \"one\ntwo\nfour\" 12", "COMMIT about \"one\ntwo\nfour\"", "NEXT", "BACK",
      ])
  }

  @Test func aCheckThatAnswersWithinTheTimeout() async throws {
    let host = FakeHost(.nameAndCity({ _ in (.checking, "") }))
    host.after("COMMIT name") { _ in
      Task { host.change { $0.setStatus("name", .unverified, "could not be asked") } }
      return []
    }
    let transcript = try await converse(
      host, [.line("Name: ", "ann"), .end("City: ")])
    #expect(
      transcript == "Form\n1 of 2\nName: ann\nName: could not be asked\n2 of 2\nCity: \n")
    #expect(host.posts == ["EDIT name \"ann\" 3", "COMMIT name \"ann\"", "NEXT", "BACK"])
  }

  @Test func theAnswerToAnEditIsNotTakenForThatToTheCommit() async throws {
    var form = FakeForm(title: "Form")
    form.add(.textField, "name", label: "Name") { _ in (.refused, "is taken") }
    let host = FakeHost(form)
    host.after("EDIT name") { $0.setStatus("name", .valid) }
    host.answerLate("COMMIT name")
    let transcript = try await converse(
      host, [.line("Name: ", "ann"), .line("Name [ann]: ", ":quit")])
    #expect(transcript == "Form\nName: ann\nName: is taken\nName [ann]: :quit\n")
  }

  @Test func aCheckThatAnswersLateIsToldAtTheNextPrompt() async throws {
    var form = FakeForm.nameAndCity({ _ in (.checking, "") })
    form.add(.textField, "land", label: "Land")
    let host = FakeHost(form)
    let transcript = try await converse(
      host, timeout: .milliseconds(20),
      [
        .line("Name: ", "ann"),
        .meanwhile("City: ", "bonn") {
          host.change { form in
            form.add(.notice, "saved", label: "Draft saved")
            return form.setStatus("name", .refused, "is taken") + form.insertion(of: "saved")
          }
        },
        .line("Land: ", ":quit"),
      ])
    #expect(
      transcript == """
        Form
        1 of 3
        Name: ann
        Name: checking\(TerminalLocale.ellipsis)
        2 of 3
        City: bonn
        Name: is taken
        Note: Draft saved
        3 of 3
        Land: :quit

        """)
  }

  @Test func loadingIsSaidAfterAWhileAndFailureOffersItsButtons() async throws {
    let host = FakeHost(
      FakeForm(
        title: "Form",
        [.status: .number(NodeStatus.loading.rawValue), .explanation: .text("Loading the rules")]))
    let transcript = try await converse(
      host, timeout: .milliseconds(20),
      [
        Step(prompt: "Loading the rules\n", keys: []) {
          host.change { form in
            form.addButton("retry", label: "Retry") { form in
              form.add(.textField, "name", label: "Name")
              form.placeFocus(on: nil)
              return form.setStatus("screen", .nothing) + form.insertion(of: "name")
            }
            form.addButton("cancel", label: "Cancel")
            return form.setStatus("screen", .failed, "no answer")
              + form.insertion(of: "retry") + form.insertion(of: "cancel")
          }
        },
        .line("Button [1]: ", ""), .line("Name: ", ":quit"),
      ])
    #expect(
      transcript == """
        Form
        Form: Loading the rules
        Form: no answer
        1 Retry  2 Cancel
        Button [1]: 
        Name: :quit

        """)
    #expect(host.posts == ["ACTIVATE retry", "GO name", "BACK"])
  }

  @Test func whatThereIsToChooseIsListedAgainOnceItDiffers() async throws {
    var form = FakeForm(title: "Form")
    form.addButton("more", label: "More") { form in
      form.addButton("less", label: "Less")
      return form.insertion(of: "less")
    }
    let host = FakeHost(form)
    let transcript = try await converse(
      host,
      [.line("Button [1]: ", "1"), .line("Button [1]: ", "x"), .line("Button [1]: ", ":quit")])
    #expect(
      transcript == """
        Form
        1 More
        Button [1]: 1
        1 More  2 Less
        Button [1]: x
        Button: no such answer. Type 1 or 2, or the first letters
        Button [1]: :quit

        """)
  }

  @Test func anAlertIsAnsweredFirstAndWhatWasTypedBeforeIsNotTaken() async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        .meanwhile("Username (required): ", "ann") {
          host.change { form in
            form.add(.alert, "leave", label: "Leave?", [.detail: .text("All is lost.")])
            form.addButton("yes", label: "Leave", in: "leave", [.role: .number(4)]) {
              _ in [.detach()]
            }
            form.addButton("no", label: "Stay", in: "leave") { $0.remove("leave") }
            return ["leave", "yes", "no"].flatMap { form.insertion(of: $0) }
          }
        },
        .line("Button [2]: ", ""), .line("Username (required): ", ":quit"),
      ])
    #expect(
      transcript == """
        Sign up
        It takes a minute.
        Letters only. (1 of 2)
        Username (required): ann
        Username: ignored, because the question changed while you were typing
        Leave?
        All is lost.
        1 Leave  2 Stay
        Button [2]: 
        Username (required): :quit

        """)
    #expect(host.posts == ["ACTIVATE no", "BACK"])
  }

  /// A question other than whether to leave is answered with the safe answer, and a line says so.
  @Test func aQuestionIsLeftAlone() async throws {
    var form = form()
    form.add(.alert, "review", label: "All right?")
    form.addButton("yes", label: "Submit", in: "review")
    form.addButton("no", label: "Go on", in: "review", [.role: .number(NodeRole.cancel.rawValue)])
    form.onBack = { form in
      form.onBack = { _ in [.detach()] }
      return form.remove("review")
    }
    let transcript = try await converse(
      FakeHost(form), [.line("Button [1]: ", ":quit"), .line("Username (required): ", ":quit")])
    #expect(
      transcript == """
        Sign up
        It takes a minute.
        All right?
        1 Submit  2 Go on
        Button [1]: :quit
        Answered the question with: Go on
        Letters only. (1 of 2)
        Username (required): :quit

        """)
  }

  /// The terminal echoed Enter with the line, before the prompt.
  @Test func eachPromptHasALineOfItsOwn() async throws {
    let transcript = try await converse(
      FakeHost(form()), [.line("Username (required): ", ":clear\n:quit")])
    #expect(
      transcript == """
        Sign up
        It takes a minute.
        Letters only. (1 of 2)
        Username (required): :clear
        :quit
        Username: reset
        Username (required): 

        """)
  }

  @Test func anInputThatOnlyEndsIsGivenUp() async throws {
    var form = form()
    form.onBack = { [.change(.focused($0.focus))] }
    let host = FakeHost(form)
    _ = try await converse(
      host,
      [
        .end("Username (required): "), .end("Username (required): "),
        .end("Username (required): "),
      ])
    #expect(host.posts == ["BACK", "BACK", "QUIT"])
  }

  @Test func aHangUpQuits() async throws {
    let host = FakeHost(form())
    _ = try await converse(host, hangsUp: true, [.line("Username (required): ", ":next")])
    #expect(host.posts.last == "QUIT")
    #expect(!host.posts.contains("BACK"))
  }

  @Test func aDetachAtASecretSwitchesTheEchoOnAgain() async throws {
    let host = FakeHost(form())
    let transcript = try await converse(
      host,
      [
        .line("Username (required): ", ":next"),
        Step(prompt: "Password (required, not shown): ", keys: []) {
          host.change { _ in [.detach()] }
        },
      ])
    #expect(transcript.hasSuffix("\nPassword (required, not shown): \n"))
    #expect(host.posts == ["NEXT"])
  }

  @Test func linesThatAreRefused() async throws {
    let host = FakeHost(form())
    let long = String(repeating: "a", count: 4_095)
    let transcript = try await converse(
      host,
      [
        .line("Username (required): ", long),
        Step(prompt: "Username (required): ", keys: [0xC3, 0x28, 10]),
        Step(prompt: "Username (required): ", keys: [0x16, 0, 10]),
        .line("Username (required): ", ":quit"),
      ])
    #expect(
      transcript.split(separator: "\n").filter { $0.contains("the line was ignored") } == [
        "Username: the terminal may have cut a line of 4095 bytes or more; the line was ignored",
        "Username: the line is not UTF-8; the line was ignored",
        "Username: the line contains a NUL character; the line was ignored",
      ])
    #expect(host.posts == ["BACK"])
  }

  @Test func anEchoThatStaysIsNotTypedInto() async throws {
    for isRequired in [true, false] {
      var form = FakeForm(title: "Form")
      form.add(
        .secretField, "password", label: "Password", [.required: .number(isRequired ? 1 : 0)])
      form.add(.textField, "city", label: "City")
      let host = FakeHost(form)
      let transcript = try await converse(
        host, hideTyping: { _ throws(SystemError) in throw SystemError(code: 25) },
        isRequired ? [] : [.line("City: ", ":quit")])
      let refusal =
        "Password: skipped, because this terminal would display what you type\n"
      #expect(
        transcript == "Form\n1 of 2\n\(refusal)" + (isRequired ? "" : "2 of 2\nCity: :quit\n"))
      #expect(host.posts == (isRequired ? ["QUIT"] : ["NEXT", "BACK"]))
    }
  }
}
