import FormworkFrontEnd
import Testing

@testable import Conversation
@testable import Interaction
@testable import PlainFrontEnd
@testable import Wording

@Suite struct WordsTests {
  private static let node = NodeID(rawValue: 2)

  /// Returns a picture of a screen with one node.
  private func picture(
    _ kind: NodeKind, _ properties: [Property: PropertyValue], options: [(String, Bool)] = []
  ) -> ViewTreeReplica {
    var picture = ViewTreeReplica()
    let screen = NodeID(rawValue: 1)
    picture.apply(.attach(title: "Form"))
    picture.apply(.change(.inserted(screen, kind: .screen, name: "", parent: nil, index: 0)))
    picture.apply(.change(.inserted(Self.node, kind: kind, name: "name", parent: screen, index: 0)))
    for (property, value) in properties { picture.apply(.change(.set(Self.node, property, value))) }
    for (index, option) in options.enumerated() {
      let id = NodeID(rawValue: UInt32(10 + index))
      picture.apply(
        .change(.inserted(id, kind: .option, name: option.0, parent: Self.node, index: index)))
      picture.apply(.change(.set(id, .label, .text(option.0))))
      picture.apply(.change(.set(id, .selected, .number(option.1 ? 1 : 0))))
    }
    return picture
  }

  @Test(
    arguments: [
      (.textField, [:], "name: "),
      (.textField, [.label: .text("Name")], "Name: "),
      (.textField, [.label: .text("Name"), .required: .number(1)], "Name (required): "),
      (.textField, [.label: .text("Name"), .value: .text("Ann")], "Name [Ann]: "),
      (
        .textField, [.required: .number(1), .value: .text("A\u{1B}[2J\u{202E}")],
        "name (required) [A\u{FFFD}[2J\u{FFFD}]: "
      ),
      (.secretField, [.value: .number(0)], "name (not shown): "),
      (
        .secretField, [.value: .number(1)],
        "name (not shown) [kept: 1 character; type to replace]: "
      ),
      (
        .secretField, [.value: .number(15), .required: .number(1)],
        "name (required, not shown) [kept: 15 characters; type to replace]: "
      ),
      (.toggle, [:], "name (y/n) [n]: "),
      (.toggle, [.value: .number(1), .required: .number(1)], "name (required, y/n) [y]: "),
      (.textArea, [:], "name (several lines, the last a single .): "),
      (
        .textArea, [.value: .text("one")], "name (several lines, the last a single .) [one]: "
      ),
      (
        .textArea, [.value: .text("one\n\ntwo")],
        "name (several lines, the last a single .) [3 lines]: "
      ),
    ] as [(NodeKind, [Property: PropertyValue], String)])
  func prompts(kind: NodeKind, properties: [Property: PropertyValue], expected: String) throws {
    let picture = picture(kind, properties)
    let prompt = Prompt(field: try #require(picture[Self.node]), in: picture)
    #expect(prompt.text == expected)
    #expect(prompt.choices == [])
  }

  @Test func choices() throws {
    var picture = picture(.choice, [:], options: [("Red", false), ("Green", true)])
    var prompt = Prompt(field: try #require(picture[Self.node]), in: picture)
    #expect(prompt.choices == ["1 Red", "2 Green"])
    #expect(prompt.text == "name [Green]: ")
    picture = self.picture(.choices, [:], options: [("Red", true), ("Green", true)])
    prompt = Prompt(field: try #require(picture[Self.node]), in: picture)
    #expect(prompt.text == "name (several with commas, - for none) [Red, Green]: ")
  }

  @Test(
    arguments: [
      (.textField, [:], nil),
      (.textField, [.status: .number(1), .explanation: .text("short")], nil),
      (.textField, [.status: .number(2), .explanation: .text("short")], "name: short"),
      (.textField, [.status: .number(2)], "name: not valid"),
      (.textField, [.status: .number(3)], nil), (.textField, [.status: .number(4)], nil),
      (.textField, [.status: .number(5), .explanation: .text("taken")], "name: taken"),
      (.textField, [.status: .number(5)], "name: refused"),
      (.textField, [.status: .number(6)], "name: could not be checked"),
      (.textField, [.status: .number(7), .label: .text("Name")], "Name: ok"),
      (.notice, [.label: .text("Saved")], "Note: Saved"),
      (
        .notice, [.label: .text("Not saved"), .explanation: .text("no room")],
        "Note: Not saved: no room"
      ),
      (.notice, [:], nil), (.note, [:], nil), (.note, [.label: .text("")], ""),
      (
        .note, [.label: .text("Name"), .value: .text("Ann"), .detail: .text("Since May")],
        "Name: Ann. Since May"
      ),
      (.button, [.label: .text("Go")], nil),
      (.progress, [.fraction: .number(249)], nil),
      (.progress, [.fraction: .number(749)], "name: 50 %"),
      (.progress, [.fraction: .number(2_000)], "name: 100 %"),
      (.progress, [.busy: .number(0)], nil),
      (.progress, [.busy: .number(1)], "name\(TerminalLocale.ellipsis)"),
    ] as [(NodeKind, [Property: PropertyValue], String?)])
  func statements(
    kind: NodeKind, properties: [Property: PropertyValue], expected: String?
  ) throws {
    let node = try #require(picture(kind, properties)[Self.node])
    #expect(FrontEndMessages.statement(of: node, title: "Form") == expected)
  }

  @Test(
    arguments: [
      (4_094, true, nil), (4_095, true, .maybeCut), (4_095, false, nil),
    ] as [(Int, Bool, LineFault?)])
  func lengths(count: Int, fromTerminal: Bool, expected: LineFault?) {
    let line = SecretBytes()
    [UInt8](repeating: 0x61, count: count).withUnsafeBytes { line.append($0) }
    #expect(LineFault(line, fromTerminal: fromTerminal) == expected)
  }

  @Test(
    arguments: [
      ([0x61], nil), ([], nil), ([0x1B, 0x9], nil), ([0xC3], .notUTF8),
      ([0xED, 0xA0, 0x80], .notUTF8),
      ([0x61, 0], .containsNUL),
    ] as [([UInt8], LineFault?)])
  func contents(bytes: [UInt8], expected: LineFault?) {
    let line = SecretBytes()
    bytes.withUnsafeBytes { line.append($0) }
    #expect(LineFault(line, fromTerminal: true) == expected)
  }

  @Test(
    arguments: [
      ("Form", [], "Form: not accepted"),
      ("", ["A"], "Form: not submitted; 1 answer needs correction: A"),
      (
        "Trip", (1...10).map { "F\($0)" },
        "Trip: not submitted; 10 answers need correction: F1, F2, F3, F4, F5, F6, F7, F8 and 2 more"
      ),
    ] as [(String, [String], String)])
  func whatIsToBeFixed(title: String, fields: [String], line: String) {
    #expect(FrontEndMessages.notAccepted(title, faultyFields: fields) == line)
  }

  @Test func presets() throws {
    let roles: [NodeRole] = [.destroy, .cancel, .submit]
    let buttons = try roles.map { role in
      try #require(picture(.button, [.role: .number(role.rawValue)])[Self.node])
    }
    #expect(Prompt.preset(of: buttons) == 1)
    #expect(Prompt.preset(of: [buttons[0]]) == nil)
    #expect(Prompt(buttons: buttons, none: "None").text == "Button [2]: ")
    #expect(Prompt(buttons: buttons, none: "None").choices == ["1 name  2 name  3 name"])
    #expect(Prompt(buttons: [buttons[0]], none: "None").text == "Button: ")
    #expect(Prompt(buttons: [], none: "None").text == "None: ")
  }
}
