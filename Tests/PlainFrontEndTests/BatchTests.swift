import Foundation
import FormworkFrontEnd
import Testing

@testable import PlainFrontEnd

@Suite(.timeLimit(.minutes(20))) struct BatchTests {
  /// Returns a form with one field of each kind.
  private func form() -> FakeForm {
    var form = FakeForm(title: "Sign up")
    form.add(.textField, "email", label: "E-mail", [.required: .number(1)]) {
      $0.contains("@") ? (.valid, "") : (.invalid, "has to contain @")
    }
    form.add(.secretField, "password", label: "Password", [.required: .number(1)]) {
      $0.utf8.count >= 8 ? (.valid, "") : (.invalid, "has to have 8 characters")
    }
    form.add(.choice, "plan", label: "Plan")
    form.add(.option, "small", label: "Small one", in: "plan")
    form.add(.option, "large", label: "Large one", in: "plan")
    form.add(.choices, "extras", label: "Extras")
    form.add(.option, "tea", label: "Tea", in: "extras", [.selected: .number(1)])
    form.add(.option, "cake", label: "Cake", in: "extras")
    form.add(.textArea, "about", label: "About", [.value: .text("as it was")])
    form.add(.toggle, "terms", label: "Terms", [.value: .number(0)])
    form.addButton("cancel", label: "Cancel", [.role: .number(NodeRole.cancel.rawValue)])
    form.addButton("register", label: "Register", [.role: .number(NodeRole.submit.rawValue)]) {
      _ in [.change(.set(FakeForm.screen, .status, .number(NodeStatus.done.rawValue)))]
    }
    return form
  }

  private let good = "a@b\nlong enough\nsmall\nTea, 2\n\nyes\n"
  private let goodPosts = [
    "EDIT email \"a@b\" 3", "COMMIT email \"a@b\"", "GO password",
    "EDIT password \"long enough\" 11", "COMMIT password \"long enough\"", "GO plan",
    "CHOOSE small on", "COMMIT plan", "GO extras", "CHOOSE cake on", "COMMIT extras", "GO about",
    "COMMIT about", "GO terms", "CHOOSE terms on", "COMMIT terms",
    "ACTIVATE register", "QUIT",
  ]

  @Test(arguments: ["\n", "\r\n"]) func aFormThatIsAccepted(newline: String) async throws {
    let host = FakeHost(form())
    let lines = good.replacing("\n", with: newline)
    #expect(try await fillIn(host, with: lines) == "")
    #expect(host.posts == goodPosts)
  }

  /// Optional parts and their contents have no lines, but a group after them has.
  @Test(arguments: [(false, nil), (true, nil), (true, "use --answers FILE")])
  func sectionsAndGroups(isWanted: Bool, hint: String?) async throws {
    var form = FakeForm(title: "Stay", hint.map { [.placeholder: .text($0)] } ?? [:])
    form.add(.toggle, "address?", label: "Address", [.value: .number(isWanted ? 1 : 0)])
    if isWanted {
      form.add(.group, "address", label: "Address")
      form.add(.textField, "street", label: "Street", in: "address")
    }
    form.add(.group, "terms", label: "Terms")
    form.add(.textField, "accept", label: "Accept", in: "terms")
    form.addButton("send", label: "Send", [.role: .number(NodeRole.submit.rawValue)]) { form in
      form.setStatus("terms", .invalid, "not these")
        + (isWanted ? form.setStatus("street", .invalid, "required") : [])
    }
    let host = FakeHost(form)
    let output = try await fillIn(host, with: "yes\n")
    let advice = hint ?? "answer at a terminal"
    let unasked = "Address: lines of a pipe cannot fill this in: \(advice)\n"
    #expect(output == "terms: not these\n" + (isWanted ? unasked : ""))
    #expect(
      host.posts == [
        "GO accept", "EDIT accept \"yes\" 3", "COMMIT accept \"yes\"", "ACTIVATE send", "QUIT",
      ])
  }

  @Test func theLastLineNeedsNoNewline() async throws {
    let host = FakeHost(form())
    #expect(try await fillIn(host, with: String(good.dropLast())) == "")
    #expect(host.posts == goodPosts)
  }

  @Test func everyFaultIsToldByLineAndNameAndNoneIsQuoted() async throws {
    let host = FakeHost(form())
    let output = try await fillIn(
      host, with: "nobody\nshort\nmiddle\ntea,coffee\n:quit\nmaybe\nsurplus\nmore")
    #expect(
      output == """
        line 1: email: has to contain @
        line 2: password: has to have 8 characters
        line 3: plan: no option of that name, label or number
        line 4: extras: no option of that name, label or number
        line 6: terms: answer y or n
        line 7: more lines than fields

        """)
    #expect(
      host.posts == [
        "EDIT email \"nobody\" 6", "COMMIT email \"nobody\"", "GO password",
        "EDIT password \"short\" 5", "COMMIT password \"short\"", "GO plan", "COMMIT plan",
        "GO extras", "COMMIT extras", "GO about", "EDIT about \":quit\" 5",
        "COMMIT about \":quit\"", "GO terms", "COMMIT terms", "QUIT",
      ])
  }

  /// The contents of the fields are then valid, and the form could be submitted.
  @Test func linesThatAreRefused() async throws {
    var form = form()
    form.refusal = { $0.contains("!") ? "too many marks" : nil }
    let host = FakeHost(form)
    let output = try await fillIn(host, with: "a@b\nlong enough!\nsmall\n\nso!\nyes\n")
    #expect(
      output == """
        line 2: password: too many marks
        line 5: about: too many marks

        """)
    #expect(
      host.posts == [
        "EDIT email \"a@b\" 3", "COMMIT email \"a@b\"", "GO password",
        "EDIT password \"long enough!\" 12", "COMMIT password \"long enough!\"", "GO plan",
        "CHOOSE small on", "COMMIT plan", "GO extras", "COMMIT extras", "GO about",
        "EDIT about \"so!\" 3", "COMMIT about \"so!\"", "GO terms", "CHOOSE terms on",
        "COMMIT terms", "QUIT",
      ])
  }

  @Test func linesThatCannotBeTexts() async throws {
    let host = FakeHost(form())
    let lines =
      Array(repeating: UInt8(0x61), count: 65_537) + [10, 0x61, 0, 10] + Array("1\n-\n".utf8)
      + [0xFF, 10] + Array("n\n".utf8)
    let output = try await fillIn(host, with: lines)
    #expect(
      output == """
        line 1: email: a line may have 65536 bytes at most
        line 2: password: the line contains a NUL character
        line 5: about: the line is not UTF-8

        """)
    #expect(
      host.posts == [
        "GO plan", "CHOOSE small on", "COMMIT plan", "GO extras", "CHOOSE tea off",
        "COMMIT extras", "GO terms", "CHOOSE terms off", "COMMIT terms", "QUIT",
      ])
  }

  @Test func anInputThatEndsEarlyLacksRequiredFieldsOnly() async throws {
    let host = FakeHost(form())
    #expect(
      try await fillIn(host, with: "a@b\n")
        == "line 2: password: the input ended before this field\n")
    #expect(host.posts == ["EDIT email \"a@b\" 3", "COMMIT email \"a@b\"", "QUIT"])
  }

  /// An early end may mean that the writing program has failed, unless the host allows it.
  @Test(arguments: [
    ("ann\n", false, "line 2: city: the input ended before this field\n"),
    ("", false, "line 1: name: the input ended before this field\n"),
    ("ann\n", true, ""), ("", true, ""),
  ])
  func anInputThatEndsBeforeAnOptionalField(
    lines: String, isAllowed: Bool, output: String
  ) async throws {
    var form = FakeForm(title: "Form", isAllowed ? [.role: .number(1)] : [:])
    form.add(.textField, "name", label: "Name") { _ in (.valid, "") }
    form.add(.textField, "city", label: "City")
    form.addButton("send", label: "Send", [.role: .number(1)]) { _ in [.attach(title: "Done")] }
    let host = FakeHost(form)
    #expect(try await fillIn(host, with: lines) == output)
    #expect(host.posts.contains("ACTIVATE send") == isAllowed)
  }

  @Test func noInputAtAll() async throws {
    let host = FakeHost(form())
    let output = try await fillIn(host, with: "")
    #expect(
      output == """
        line 1: email: the input ended before this field
        line 2: password: the input ended before this field

        """)
    #expect(host.posts == ["QUIT"])
  }

  @Test func fieldsThatComeAndGo() async throws {
    var form = FakeForm(title: "Form")
    form.add(.textField, "kind", label: "Kind") { _ in (.valid, "") }
    form.add(.textField, "old", label: "Old")
    form.add(.textField, "last", label: "Last")
    form.addButton("send", label: "Send", [.role: .number(1)]) { _ in [.attach(title: "Done")] }
    let host = FakeHost(form)
    host.after("COMMIT kind") { form in
      form.add(.textField, "new", label: "New")
      return form.remove("old") + form.insertion(of: "new")
    }
    #expect(try await fillIn(host, with: "k\nl\nn\n") == "")
    #expect(
      host.posts == [
        "EDIT kind \"k\" 1", "COMMIT kind \"k\"", "GO last", "EDIT last \"l\" 1",
        "COMMIT last \"l\"", "GO new", "EDIT new \"n\" 1", "COMMIT new \"n\"", "ACTIVATE send",
        "QUIT",
      ])
  }

  @Test func checksAreWaitedFor() async throws {
    var form = FakeForm.nameAndCity({ _ in (.checking, "") }, { _ in (.waiting, "") })
    form.addButton("send", label: "Send", [.role: .number(1)])
    let host = FakeHost(form)
    host.after("COMMIT city") { form in
      Task { host.change { $0.setStatus("name", .refused, "is taken") } }
      return form.setStatus("city", .valid)
    }
    #expect(try await fillIn(host, with: "ann\nbonn\n") == "line 1: name: is taken\n")
    #expect(host.posts.last == "QUIT")
    #expect(!host.posts.contains("ACTIVATE send"))
  }

  @Test func aRefusalByTheStoreIsToldByTheLineToo() async throws {
    var form = FakeForm(title: "Form")
    form.add(.textField, "name", label: "Name") { _ in (.unverified, "could not be asked") }
    form.addButton("send", label: "Send", [.role: .number(1)]) {
      $0.setStatus("screen", .submitting)
    }
    let host = FakeHost(form)
    host.after("ACTIVATE") { _ in
      Task {
        host.change {
          $0.setStatus("name", .refused, "is taken") + $0.setStatus("screen", .nothing)
        }
      }
      return []
    }
    #expect(try await fillIn(host, with: "ann\n") == "line 1: name: is taken\n")
    #expect(
      host.posts == ["EDIT name \"ann\" 3", "COMMIT name \"ann\"", "ACTIVATE send", "QUIT"])
  }

  @Test func aFailedSubmissionIsToldByItsNotice() async throws {
    var form = FakeForm(title: "Form")
    form.addButton("send", label: "Send", [.role: .number(1)]) { form in
      form.add(.notice, "failure", label: "The store does not answer")
      return form.insertion(of: "failure")
    }
    let host = FakeHost(form)
    #expect(try await fillIn(host, with: "") == "Note: The store does not answer\n")
    #expect(host.posts == ["ACTIVATE send", "QUIT"])
  }

  @Test func aSubmissionOfWhichNothingCame() async throws {
    var form = FakeForm(title: "Form")
    form.addButton("send", label: "Send", [.role: .number(1)])
    #expect(try await fillIn(FakeHost(form), with: "") == "Form: not accepted\n")
    #expect(
      try await fillIn(FakeHost(FakeForm(title: "Form")), with: "")
        == "Form: there is nothing to submit\n")
  }

  @Test func anAlertEndsIt() async throws {
    let host = FakeHost(.nameAndCity())
    host.after("COMMIT name") { form in
      form.add(.alert, "question", label: "Really?")
      return form.insertion(of: "question")
    }
    #expect(try await fillIn(host, with: "a\n") == "Really?\n")
    #expect(host.posts == ["EDIT name \"a\" 1", "COMMIT name \"a\"", "QUIT"])
  }

  @Test func aDetachIsSeenInTheMiddleOfALine() async throws {
    let host = FakeHost(.nameAndCity())
    host.after("COMMIT name") { _ in
      Task { host.change { _ in [.detach()] } }
      return []
    }
    let (input, output) = (Pipe(), Pipe())
    try input.fileHandleForWriting.write(contentsOf: Data("ann\nbo".utf8))
    try await onThread {
      try host.run(
        PlainFrontEnd(), input: input.fileHandleForReading.fileDescriptor,
        output: output.fileHandleForWriting.fileDescriptor)
    }
    try output.fileHandleForWriting.close()
    #expect(try output.fileHandleForReading.readToEnd() == nil)
    #expect(host.posts == ["EDIT name \"ann\" 3", "COMMIT name \"ann\""])
  }

  @Test func loadingIsWaitedForAndMayFail() async throws {
    let form = FakeForm(title: "Form", [.status: .number(NodeStatus.loading.rawValue)])
    let host = FakeHost(form)
    Task {
      host.change { $0.setStatus("screen", .failed, "the rules could not be loaded") }
    }
    #expect(try await fillIn(host, with: "x\n") == "Form: the rules could not be loaded\n")
    #expect(host.posts == ["QUIT"])
  }

  // MARK: Prompts

  private func prompt() -> FakeForm {
    var form = FakeForm(title: "Shell")
    form.add(.textField, "command", label: "shell")
    return form
  }

  @Test func aPromptTakesLineAfterLine() async throws {
    let host = FakeHost(prompt())
    host.after("COMMIT command \"bad\"") { form in
      form.add(.notice, "complaint1", label: "no such command")
      return form.insertion(of: "complaint1")
    }
    host.after("COMMIT command \"worse\"") { form in
      form.add(.notice, "complaint2", label: "really not")
      return form.remove("complaint1") + form.insertion(of: "complaint2")
    }
    host.after("COMMIT command \"good\"") { form in
      form.add(.note, "answer", label: "An answer")
      return form.insertion(of: "answer")
    }
    #expect(
      try await fillIn(host, with: "bad\n\nworse\ngood\nx\u{0}\nworse\n")
        == """
        line 1: no such command
        line 3: really not
        line 5: the line contains a NUL character (nothing after it is read: it may be the lines of a form)

        """)
    #expect(
      host.posts == [
        "EDIT command \"bad\" 3", "COMMIT command \"bad\"", "EDIT command \"worse\" 5",
        "COMMIT command \"worse\"", "EDIT command \"good\" 4", "COMMIT command \"good\"",
        "COMMIT command \"\u{FFFD}\"", "QUIT",
      ])
  }

  /// The following lines may be those of a form that was not opened.
  @Test func behindAPromptThatFailsNothingIsRead() async throws {
    let host = FakeHost(prompt())
    host.after("COMMIT command \"bad\"") { form in
      form.add(.notice, "complaint1", label: "no such command")
      return form.insertion(of: "complaint1") + form.setStatus("screen", .failed)
    }
    #expect(try await fillIn(host, with: "bad\nworse\n") == "line 1: no such command\n")
    #expect(host.posts == ["EDIT command \"bad\" 3", "COMMIT command \"bad\"", "QUIT"])
  }

  @Test func whatAPromptIsDoingIsWaitedFor() async throws {
    let host = FakeHost(prompt())
    host.after("COMMIT command \"one\"") { form in
      Task { host.change { $0.setStatus("screen", .nothing) } }
      return form.setStatus("screen", .loading, "working")
    }
    #expect(try await fillIn(host, with: "one\ntwo") == "")
    #expect(host.posts.suffix(2) == ["COMMIT command \"two\"", "QUIT"])
  }

  /// The form reads its own lines; the next line is a command again.
  @Test func aFormThatAPromptOpensLeadsBackToIt() async throws {
    let host = FakeHost(prompt())
    let shell = prompt()
    host.after("COMMIT command \"form\"") { screen in
      var form = FakeForm(title: "Form")
      form.add(.textField, "name", label: "Name") { _ in (.valid, "") }
      form.addButton("send", label: "Send", [.role: .number(1)]) { screen in
        screen = shell
        return screen.snapshot()
      }
      screen = form
      return form.snapshot()
    }
    #expect(try await fillIn(host, with: "form\nann\nlist\n") == "")
    #expect(
      host.posts == [
        "EDIT command \"form\" 4", "COMMIT command \"form\"", "EDIT name \"ann\" 3",
        "COMMIT name \"ann\"", "ACTIVATE send", "EDIT command \"list\" 4",
        "COMMIT command \"list\"", "QUIT",
      ])
  }

  /// The form consumes its lines and is left, whatever it asks, and the prompt continues.
  @Test(arguments: [false, true]) func aFormThatIsRefusedLeadsBackToo(asks: Bool) async throws {
    let host = FakeHost(prompt())
    let shell = prompt()
    host.after("COMMIT command \"form\"") { screen in
      var form = FakeForm.nameAndCity({ _ in (.invalid, "too short") }, { _ in (.valid, "") })
      form.addButton("send", label: "Send", [.role: .number(1)])
      @Sendable func back(_ screen: inout FakeForm) -> [DisplayMessage] {
        screen = shell
        screen.add(.notice, "complaint", label: "nothing came of it")
        return screen.snapshot()
      }
      form.onBack = { form in
        guard asks else { return back(&form) }
        form.add(.alert, "question", label: "Leave?")
        form.addButton("stay", label: "Stay", in: "question")
        form.addButton(
          "leave", label: "Leave", in: "question", [.role: .number(NodeRole.destroy.rawValue)],
          effect: back)
        return form.insertion(of: "question") + form.insertion(of: "stay")
          + form.insertion(of: "leave")
      }
      screen = form
      return form.snapshot()
    }
    #expect(
      try await fillIn(host, with: "form\na\nb\nlist\n")
        == "line 2: name: too short\nline 1: nothing came of it\n")
    #expect(
      host.posts.suffix(asks ? 5 : 4)
        == ["BACK"] + (asks ? ["ACTIVATE leave"] : []) + [
          "EDIT command \"list\" 4", "COMMIT command \"list\"", "QUIT",
        ])
  }

  /// The number of lines of a form that could not be loaded is unknown.
  @Test func behindAFormThatCouldNotBeLoadedNothingIsRead() async throws {
    let host = FakeHost(prompt())
    host.after("COMMIT command \"form\"") { screen in
      screen = FakeForm(
        title: "Form",
        [.status: .number(NodeStatus.failed.rawValue), .explanation: .text("is closed")])
      return screen.snapshot()
    }
    #expect(try await fillIn(host, with: "form\nlist\n") == "Form: is closed\n")
    #expect(host.posts == ["EDIT command \"form\" 4", "COMMIT command \"form\"", "QUIT"])
  }
}
