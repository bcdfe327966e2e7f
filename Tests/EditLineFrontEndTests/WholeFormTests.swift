import TestSupport
import Testing

/// A form with sections, at a terminal with each front end, and from a pipe.
@Suite struct WholeFormTests {
  /// The keys of a front end.
  struct Keys {
    let isPlain: Bool
    var back: String { isPlain ? ":back\r" : "\u{18}p" }
    var next: String { isPlain ? ":next\r" : "\u{18}n" }
    var submitKey: String { isPlain ? ":submit" : "^X s" }
    var submit: String { isPlain ? ":submit\r" : "\u{18}s" }
    var skip: String { isPlain ? ":skip\r" : "\u{18}N" }
    var rewind: String { isPlain ? ":rewind\r" : "\u{18}P" }
    var secret: String { isPlain ? "Word (not shown): " : "Word: " }
    var section: String { isPlain ? ":section\r" : "\u{18}g" }

    /// Returns the value that plain shows in the prompt and editline on the line.
    func prompt(_ label: String, _ value: String = "") -> String {
      value.isEmpty ? "\(label): " : isPlain ? "\(label) [\(value)]: " : "\(label): \(value)"
    }
  }

  /// Answers prompts until the end of the program.
  ///
  /// - Returns: The whole output, and the end of the program.
  private func stay(
    _ frontEnd: String, form: String = "stay", _ steps: (Keys) -> [(String, String)]
  ) async throws -> (output: String, end: Child.Status) {
    var trip = try Trip(frontEnd: frontEnd)
    trip.form = form
    let steps = steps(Keys(isPlain: frontEnd == "plain"))
    return try await onThreadOfItsOwn { [trip] in
      let terminal = try trip.terminal()
      for (wanted, keys) in steps {
        try terminal.expect(wanted)
        try terminal.type(keys)
      }
      let end = try terminal.expectEnd()
      #expect(try terminal.modes == terminal.initialModes)
      return (terminal.output, end)
    }
  }

  /// The user reviews the answers, changes one, and submits all; secrets are shown by their length.
  @Test(arguments: ["plain", "editline"])
  func aFormIsReviewed(_ frontEnd: String) async throws {
    let (output, end) = try await stay(frontEnd) { keys in
      [
        ("Name (required): ", "ann\r"), ("Gift (y/n) [n]: ", "y\r"), (keys.secret, "hunter2\r"),
        ("Address (y/n) [n]: ", "y\r"), ("Street (required): ", "Here\r"),
        ("Guests (Enter continues): ", "1\r"), ("First name (required): ", keys.submit),
        ("A trip: not submitted; 1 answer needs correction: First name of Guest 1", ""),
        ("First name (required): ", "bob\r"), ("[1]: ", keys.back), ("First name", keys.next),
        ("Plan", "2\r"), ("[1]: ", keys.submit),
        // Its number leads back to the answer.
        ("3 Name: ann", ""), ("5 Word: 7 characters", ""), ("6 Address: yes", ""),
        ("7 Address, Street: Here", ""),
        ("8 Guest 1, First name: bob", ""), ("9 Guest 1, Plan: Gold", ""), ("[1]: ", "7\r"),
        ("Street (required)", "\u{15}There\r"), ("First name (required)", keys.submit),
        ("7 Address, Street: There", ""), ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
    #expect(
      output.hasSuffix(
        "name \"ann\"\r\ngift true\r\nword 7\r\nstreet There\r\nguests [\"bob\"]\r\n"))
    #expect(!output.contains("hunter2"))
  }

  /// After a refused submission Enter leads from fault to fault, past good answers, and to the buttons.
  @Test(arguments: ["plain", "editline"])
  func enterGoesFromFaultToFault(_ frontEnd: String) async throws {
    let (output, end) = try await stay(frontEnd) { keys in
      let (name, street) = ("Name (required): ", "Street (required): ")
      return [
        (name, keys.next), ("Gift (y/n) [n]: ", "\r"), (keys.secret, "abc\r"),
        ("Address (y/n) [n]: ", "y\r"), (street, keys.next),
        ("Guests (Enter continues): ", keys.submit),
        ("not submitted; 2 answers need correction: Name, Street", ""),
        ("2 answers left to fix; \(keys.submitKey) submits", ""), (name, "\r"), (street, "\r"),
        ("2 answers left to fix; \(keys.submitKey) submits", ""), ("[1]: ", keys.submit),
        (name, "ann\r"), ("1 answer left to fix", ""),
        (street, "Here\r"),
        ("No answer left to fix; \(keys.submitKey) submits", ""), ("[1]: ", "1\r"),
        ("3 Name: ann", ""), ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
    let corrected = output.split(separator: "2 answers left").dropFirst().joined()
    #expect(!corrected.split(separator: "3 Name: ann")[0].contains("Gift"))
  }

  /// The entered secret of one item does not appear at the next item.
  @Test func aSecretStaysInItsItem() async throws {
    let (output, end) = try await stay("editline", form: "codes") { keys in
      [
        ("More (Enter continues): ", "1\r"), ("Street (required): ", "Here\r"),
        ("Code: ", "abc\r"), ("Code 2", "xyz\r"), ("[1]: ", keys.back), ("kept: 3", keys.back),
        ("Code 1", ""), ("kept: 3", "abd\u{18}k"), ("Code 2", ""), ("kept: 3", "\r"),
        ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
    #expect(output.hasSuffix("abd\r\nxyz\r\n"))
  }

  /// A closed section is offered at its place, and reported there if it is missing.
  @Test(arguments: ["plain", "editline"])
  func aSectionIsOpened(_ frontEnd: String) async throws {
    let code = frontEnd == "plain" ? "Code (not shown): " : "Code: "
    let (output, end) = try await stay(frontEnd, form: "codes") { keys in
      [
        ("More (Enter continues): ", "\r"), (code, "abc\r"), ("Code 2", ""), (code, "xyz\r"),
        ("[1]: ", "1\r"),
        ("Codes: not submitted; 1 answer needs correction: More", ""), ("More: required", ""),
        ("More (Enter continues): ", "1\r"),
        ("Street (required): ", "Here\r"), ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
    #expect(output.hasSuffix("abc\r\nxyz\r\n"))
  }

  /// Moves past the current section: to a section, the list of an item, or the buttons of the form.
  ///
  /// After the last one the user stays; the way back leads to the beginning of a section.
  @Test(arguments: ["plain", "editline"])
  func sectionsArePassed(_ frontEnd: String) async throws {
    let (output, end) = try await stay(frontEnd) { keys in
      let (name, button) = ("Name (required): ", "Button [1]: ")
      let refusal =
        keys.isPlain
        ? [("Button: there is nothing after it", ""), (button, keys.rewind)]
        : [("\u{7}", keys.rewind)]
      return [
        (name, keys.skip), ("Address (y/n) [n]: ", keys.rewind), (name, "ann\r"),
        ("Gift (y/n) [n]: ", "\r"), (keys.secret, "\r"), ("Address (y/n) [n]: ", "y\r"),
        ("Street (required): ", keys.skip), ("Guests (Enter continues): ", keys.back),
        ("Street (required)", "Here\r"), ("Guests (Enter continues): ", "1\r"),
        ("First name (required): ", "bob\r"), ("Plan", (keys.isPlain ? "" : "2") + keys.skip),
        ("Guests (1 item, Enter continues): ", keys.skip), (button, keys.skip),
      ] + refusal + [
        (keys.prompt("First name (required)", "bob"), keys.submit),
        // At existing contents such a key accepts the answer.
        (keys.isPlain ? "Guest 1, First name: bob" : "Guest 1, Plan: Gold", ""),
        ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
    #expect(
      output.hasSuffix("gift false\r\nword 0\r\nstreet Here\r\nguests [\"bob\"]\r\n"))
  }

  /// The menu of a section appears once, even if it is requested again; its help says how to continue.
  @Test(arguments: ["plain", "editline"])
  func aMenuIsAskedForAtItself(_ frontEnd: String) async throws {
    let (output, end) = try await stay(frontEnd) { keys in
      let menu = "Guests (Enter continues): "
      let again = keys.isPlain ? [(menu, ":section\r")] : []
      return [("Name (required): ", "ann\r"), ("Gift", "\r"), ("Word", "\r"), ("Address", "\r")]
        + again + [
          (menu, keys.isPlain ? ":help\r" : "\u{18}g\u{18}?"),
          (keys.isPlain ? "an item's name goes to it" : "^X g: actions of the section", ""),
          (menu, "\r"),
          ("1 Submit", ""), ("[1]: ", keys.submit), ("[1]: ", "1\r"),
        ]
    }
    #expect(end == .exited(0))
    // In plain each answer except Enter lists the menu.
    #expect(output.ranges(of: "Add guest").count == (frontEnd == "plain" ? 3 : 1))
  }

  /// The heading of an item comes before its faults, also after the item is put back.
  @Test func aHeadingComesBeforeFaults() async throws {
    let (_, end) = try await stay("plain") { keys in
      [
        ("Name (required): ", "ann\r"), ("Gift", "\r"), ("Word", "\r"), ("Address", "\r"),
        ("Guests (Enter continues): ", "1\r"), ("First name (required): ", "\r"),
        ("First name: left open: required", ""), ("Plan", keys.section), ("Remove", ""),
        ("): ", "1\r"),
        ("Put back guest 1", ""), ("Guests (Enter continues): ", "2\r"),
        ("\nGuest 1\r\n", ""), ("First name: required\r\n", ""), ("First name (required): ", "\r"),
        ("Plan", "\r"), ("Guests (1 item, Enter continues): ", keys.submit),
        ("A trip: not submitted; 1 answer needs correction: ", ""),
        ("\nGuest 1\r\nFirst name: required\r\n", ""), ("First name (required): ", "bob\r"),
        ("[1]: ", keys.submit), ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
  }

  @Test(arguments: ["plain", "editline"])
  func aFormIsDeclined(_ frontEnd: String) async throws {
    let (_, end) = try await stay(frontEnd) { keys in
      [
        ("Name (required): ", keys.isPlain ? "\r" : "\r\r"), ("Gift (y/n) [n]: ", "\r"),
        (keys.secret, "\r"),
        ("Address (y/n) [n]: ", "\r"), ("Guests (Enter continues): ", "\r"),
        ("1 Submit  2 Rather not  3 Cancel", ""), ("Button [1]: ", "2\r"),
      ]
    }
    #expect(end == .exited(3))
  }

  /// The fault of a section as a whole is shown once, at the place to fix it.
  @Test(arguments: ["plain", "editline"])
  func aSectionHasAFault(_ frontEnd: String) async throws {
    let (output, end) = try await stay(frontEnd) { keys in
      [
        ("Name (required): ", "ann\r"), ("Gift (y/n) [n]: ", keys.submit), ("[1]: ", "2\r"),
        ("Gift (y/n) [n]: ", "\r"), ("Word", "\r"), ("Address (y/n) [n]: ", "\r"),
        ("Guests (Enter continues): ", "1\r"), ("First name (required): ", "bob\r"),
        ("Plan", "1\r"),
        ("Guests (1 item, Enter continues): ", "1\r"), ("First name (required): ", "bob\r"),
        ("Plan", "1\r"), ("Guests (2 items, Enter continues): ", "\r"), ("Button [1]: ", "1\r"),
        ("A trip: not submitted; 1 answer needs correction: Guests", ""), ("Guests: ", ""),
        (keys.prompt("First name (required)", "bob").filter { $0 != "x" }, "\u{15}cem\r"),
        ("[1]: ", keys.submit), ("Guest 1, First name: cem", ""), ("[1]: ", "1\r"),
      ]
    }
    #expect(end == .exited(0))
    #expect(output.hasSuffix("guests [\"cem\", \"bob\"]\r\n"))
  }

  /// Lines from a pipe answer the parts of every form; one line names the other parts.
  @Test(arguments: [
    (
      "stay", "ann\ny\nhunter2\n", 0,
      "name \"ann\"\ngift true\nword 7\nstreet -\nguests []\n", ""
    ),
    (
      "party", "ann\n", 1, "",
      "Hosts, Payment: lines of a pipe cannot fill this in: answer at a terminal\n"
    ),
    (
      "party", "ann\nbob\n", 1, "",
      "line 2: more lines than fields; lines cannot fill in Hosts, Payment: answer at a terminal\n"
    ),
    (
      "party", "a\n", 1, "",
      "line 1: name: 2 characters at least: 1 more\n"
    ),
  ])
  func linesAnswerWhatIsInEveryForm(
    _ form: String, _ lines: String, _ status: Int32, _ output: String, _ errors: String
  ) async throws {
    var trip = try Trip(frontEnd: "plain")
    trip.form = form
    let outcome = try await onThreadOfItsOwn { [trip] in
      try Child.run(trip.command(), environment: trip.environment(), input: lines)
    }
    #expect(
      outcome == Child.Outcome(.exited(status), output: output, errors: errors))
  }
}
