import CFormwork
import FormworkContract
import FormworkCore
import FormworkDemo
import FormworkSession
import FormworkShell
import TestSupport
import Testing

/// Posts that no front end sends: they change nothing, and get the answer that the contract
/// requires.
struct HostilePostTests {
  enum Stage: Int, CaseIterable { case editing, asked, submitting }

  // A message and its answer at each stage: the reason of its refusal, `end` for that of a list
  // of suggestions, `` for a flush alone, `-` for nothing. At a stage without an answer the message
  // is valid.
  struct Row: Sendable {
    var kinds: [formwork_message_kind]
    var nodes: [String] = ["0"]
    var text: [UInt8] = []
    var answers: [String?]
    var change: @Sendable (inout formwork_message) -> Void = { _ in }
  }

  static let typed = ["name", "secret", "area"]
  static let chosen = ["on", "one", "many"]
  static let others = ["form", "items", "red", "0", "999", "4294967295"]
  static let x = Array("x".utf8)
  static let wrong: [UInt8] = [0x61, 0xFF]
  static let marks = Array(String(repeating: "\u{301}\u{316}", count: 16_384).utf8)
  static let long = [UInt8](repeating: 0x61, count: Int(FORMWORK_TEXT_LIMIT) + 1)

  static func always(_ answer: String) -> [String?] { [answer, answer, answer] }

  static let enterings = [FORMWORK_EDIT, FORMWORK_COMMIT]
  static let texts = [
    Row(kinds: enterings, nodes: typed, text: wrong, answers: always("noText")),
    Row(kinds: enterings, nodes: typed, text: long, answers: always("noText")) {
      $0.number = .max
    },
    // Comparing such a text takes time quadratic in its marks.
    Row(kinds: enterings, nodes: typed, text: marks, answers: always("tooManyMarks")),
    // A runner sends only the length of an overlong text.
    Row(kinds: enterings, nodes: typed, text: x, answers: always("noText")) {
      $0.byte_count = .max
    },
    Row(kinds: enterings, nodes: chosen, text: x, answers: ["noNode", "notNow", "notNow"]),
    Row(kinds: enterings, nodes: others + ["submit", "add"], text: x, answers: always("noNode")) {
      $0.number = .min
    },
    Row(kinds: [FORMWORK_COMMIT], nodes: others + ["submit"], answers: always("noNode")),
    Row(kinds: [FORMWORK_EDIT, FORMWORK_COMPLETE], nodes: ["name"], answers: always("-")) {
      ($0.byte_count, $0.text) = (1, nil)
    },
    Row(kinds: [FORMWORK_COMMIT], nodes: ["name"], answers: always("")) {
      ($0.byte_count, $0.text) = (1, nil)
    },
    Row(kinds: [FORMWORK_SWITCH, FORMWORK_LOG], text: wrong, answers: always("-")),
    Row(kinds: [FORMWORK_SWITCH, FORMWORK_LOG], text: long, answers: always("-")),
    Row(
      kinds: [FORMWORK_COMPLETE], nodes: typed + chosen + others, text: wrong,
      answers: always("end")),
    Row(kinds: [FORMWORK_COMPLETE], nodes: typed + chosen + others, text: x, answers: always("end"))
    {
      $0.number = .min
    },
    // The data is not read if its count exceeds the limit.
    Row(kinds: [FORMWORK_COMPLETE], nodes: ["name"], text: x, answers: always("end")) {
      $0.byte_count = .max
    },
    Row(kinds: [FORMWORK_COMPLETE], nodes: ["name"], text: x, answers: always("end")) {
      $0.number = .max
    },
  ]

  static let commands = [
    Row(
      kinds: [FORMWORK_ACTIVATE], nodes: typed + chosen + others,
      answers: ["noNode", "notNow", "noNode"]),
    Row(kinds: [FORMWORK_ACTIVATE], nodes: ["submit", "add"], answers: [nil, "notNow", "notNow"]),
    Row(
      kinds: [FORMWORK_CHOOSE], nodes: typed + ["form", "items", "0", "999"], answers: always("")
    ) {
      $0.flags = .max
    },
    Row(kinds: [FORMWORK_CHOOSE], nodes: ["on", "red"], answers: [nil, "", ""]) { $0.flags = .max },
    Row(kinds: [FORMWORK_GO], answers: always("")),
    Row(kinds: [FORMWORK_GO], answers: always("")) {
      $0.flags = ~(FORMWORK_NEXT.rawValue | FORMWORK_PREVIOUS.rawValue)
    },
    Row(kinds: [FORMWORK_GO], nodes: ["form", "items", "red", "999"], answers: always("")) {
      $0.flags = .max
    },
    Row(kinds: [FORMWORK_WINDOW], nodes: typed + others, answers: always("")) {
      ($0.number, $0.count) = (.min, .min)
    },
    Row(kinds: [FORMWORK_WINDOW], nodes: typed + others, answers: always("")) {
      ($0.number, $0.count) = (.max, .max)
    },
    Row(kinds: [FORMWORK_RESET], nodes: ["submit"] + others, answers: always("")),
    Row(kinds: [FORMWORK_RESET], nodes: ["secret"], answers: ["notNow", "", "notNow"]),
    Row(kinds: [FORMWORK_EDIT_OUTSIDE], nodes: ["secret"] + others, answers: always("")),
    Row(kinds: [FORMWORK_EDIT_OUTSIDE], nodes: ["area", "name"], answers: always("notNow")),
    Row(
      kinds: ([0, 3, 12, 256, 271, 511, .max] as [UInt32]).map { .init(rawValue: $0) },
      nodes: ["name"], text: x, answers: always("-")),
  ]

  /// The revision of a future flush, or of none.
  static let revisions =
    ([{ $0.revision += 1 }, { ($0.revision, $0.flags) = (.max, .max) }]
    as [@Sendable (inout formwork_message) -> Void]).flatMap { change in
      [
        Row(
          kinds: enterings + [FORMWORK_ACTIVATE],
          nodes: typed + chosen + others + ["submit", "add"],
          text: x, answers: always("notSeen"), change: change),
        Row(kinds: [FORMWORK_COMPLETE], nodes: ["name"], answers: always("end"), change: change),
        Row(
          kinds: [
            FORMWORK_CHOOSE, FORMWORK_GO, FORMWORK_BACK, FORMWORK_WINDOW, FORMWORK_EDIT_OUTSIDE,
            FORMWORK_RELOAD, FORMWORK_RESET,
          ], nodes: ["name", "on", "0"], answers: always(""), change: change),
      ]
    }

  /// Fields beyond the size do not count: neither the node, nor the text, nor the kind.
  static let sizes: [Row] =
    [16, 19].map { size in
      Row(kinds: enterings, nodes: ["name"], text: x, answers: always("noNode")) { $0.size = size }
    } + [
      Row(kinds: [FORMWORK_EDIT], nodes: ["999"], text: x, answers: always("noNode")) {
        $0.size = .max
      },
      Row(kinds: enterings, nodes: ["on"], text: x, answers: [nil, "notNow", "notNow"]) {
        $0.size = 68
      },
      Row(kinds: [FORMWORK_GO], nodes: ["secret"], answers: always("")) { $0.size = 16 },
      Row(kinds: [FORMWORK_EDIT], nodes: ["name"], text: x, answers: always("-")) { $0.size = 7 },
    ]

  @Test(arguments: Stage.allCases)
  func whatMakesNoSenseChangesNothing(stage: Stage) async throws {
    try await onThreadOfItsOwn {
      let bench = try Self.bench(at: stage)
      defer { bench.session.close() }
      let (state, focus) = (bench.viewModel.state, bench.picture.focus)
      for row in Self.texts + Self.commands + Self.revisions + Self.sizes {
        guard let answer = row.answers[stage.rawValue] else { continue }
        for kind in row.kinds {
          for node in row.nodes {
            let messages = bench.post(row, kind, node)
            let comment: Comment = "\(kind.rawValue) at \(node): \(messages)"
            #expect(Self.answer(messages) == answer, comment)
            #expect(bench.picture == bench.viewModel.tree, comment)
            try #require(bench.session.endReason == nil, comment)
            try #require(bench.viewModel.state == state && bench.picture.focus == focus, comment)
            #expect(bench.viewModel.content(of: "name") == .text("ann"), comment)
          }
        }
      }
      #expect(bench.viewModel.content(of: "secret") == .secret(.empty))
    }
  }

  /// The next screen has nodes with the same numbers.
  @Test func whatAnswersAScreenThatHasGoneCountsForNothing() async throws {
    try await withOpenForm { bench in
      let next = FormViewModel("form", catalogue: .english)
      bench.nextScreen = FormScreen(
        next, operations: bench.operations, responder: bench, clock: bench.clock,
        wakeUp: bench.wakeUp)
      let gone = bench.revision
      bench.post(.back())
      try bench.operations.nextLoad().give(FormBench.form())
      #expect(bench.take { next.state == .editing })
      let (name, submit) = (bench.node("name"), bench.node("submit"))
      Self.x.withUnsafeBytes { text in
        for report: InputMessage<UnsafeRawBufferPointer> in [
          .edit(name, text, cursor: 1), .commit(name, text), .commit(name, nil), .activate(submit),
          .choose(name, isOn: true), .go(.next), .back(insists: true), .reload, .reset(name),
          .window(name, firstRow: 0, rowCount: 1), .editOutside(name),
        ] {
          let flush = DisplayMessage.flush(revision: bench.revision + 1)
          let answer = bench.frontEnd.post(report, at: gone)
          #expect(answer == (report.isFollowedByFlush ? [flush] : []))
        }
      }
      #expect(next.state == .editing && next.content(of: "name") == .text(""))
      #expect(bench.session.endReason == nil)
    }
  }

  @Test func aShellRefusesWhatIsNotItsLine() async throws {
    try await withShell { bench in
      for (isSeen, reason) in [(true, InputRejection.noNode), (false, .notSeen)] {
        for node in [0, 1, 999, UInt32.max].map(NodeID.init(rawValue:)) {
          Self.x.withUnsafeBytes { text in
            for report: InputMessage<UnsafeRawBufferPointer> in [
              .edit(node, text, cursor: 1), .commit(node, text), .commit(node, nil),
              .activate(node),
            ] {
              let answer = bench.frontEnd.post(report, at: isSeen ? nil : .max)
              #expect(answer == [.refused(node, reason, ""), .flush(revision: bench.revision)])
            }
          }
        }
      }
      #expect(bench.answers == [])
    }
  }

  /// Together the screens have nodes of all kinds, and lists with rows on demand.
  @Test(arguments: DemoShell.Command.allCases)
  func whatCannotCountIsRefusedAtEveryNode(command: DemoShell.Command) async throws {
    try await onThreadOfItsOwn {
      let wakeUp = try WakeUp()
      let demo = DemoShell(
        catalogue: .english.overriding(Catalogue.demo.entries), wakeUp: wakeUp,
        clock: ManualClock())
      let session = Session(demo.screen(command), wakeUp: wakeUp)
      defer { session.close() }
      let frontEnd = FakeFrontEnd(session, wakeUp: wakeUp)
      func answers(
        to report: InputMessage<UnsafeRawBufferPointer>, isSeen: Bool = true
      ) -> [DisplayMessage] {
        let messages = frontEnd.post(report, at: isSeen ? nil : .max)
        #expect(messages.last == .flush(revision: frontEnd.revision))
        #expect(frontEnd.picture == session.screen.tree)
        return messages
      }
      _ = answers(to: .unknown)
      // The form arrives while the test runs: a node must not become a field between two reports.
      while let root = frontEnd.picture.root, frontEnd.picture[root]?[.busy] != nil {
        try #require(wakeUp.wait(limit: defaultLimit))
        session.receive()
        _ = answers(to: .unknown)
      }
      try Self.wrong.withUnsafeBytes { text in
        for node in (Array(0...120) + [UInt32.max]).map(NodeID.init(rawValue:)) {
          let isField = session.screen.kind(of: node)?.isField == true
          for (report, isSeen) in [
            (.edit(node, text, cursor: 0), true), (.commit(node, text), true),
            (.edit(node, text, cursor: .max), false), (.commit(node, nil), false),
            (.activate(node), false),
          ] as [(InputMessage<UnsafeRawBufferPointer>, Bool)] {
            let refusals = answers(to: report, isSeen: isSeen).compactMap { message in
              if case .refused(node, let reason, "") = message { reason } else { nil }
            }
            let reasons: [InputRejection] =
              !isSeen ? [.notSeen] : isField ? [.noText] : [.noText, .noNode]
            #expect(refusals.count == 1 && reasons.contains(refusals.first ?? .nothing))
          }
          if !isField {
            #expect(answers(to: .commit(node, nil)).contains(.refused(node, .noNode, "")))
          }
          for number in [Int.min, -1, 0, .max] {
            _ = answers(to: .window(node, firstRow: number, rowCount: number))
          }
          for report: InputMessage<UnsafeRawBufferPointer> in [
            .choose(node, isOn: true), .reset(node), .go(.node(node)), .go(.nextSection),
          ] {
            _ = answers(to: report)
          }
          try #require(session.endReason == nil)
        }
      }
    }
  }

  @Test(arguments: [
    ("e" + String(repeating: "\u{301}", count: 100), false),
    ("e" + String(repeating: "\u{301}", count: 101), true),
    (String(repeating: "e" + String(repeating: "\u{316}\u{301}", count: 50), count: 9), false),
    (String(repeating: "\u{F73}", count: 101), true),
    (String(repeating: "\u{E9}\u{200D}\u{534E}", count: 101), false),
  ])
  func marksInARowAreCounted(_ text: String, _ isTooMany: Bool) {
    #expect(Array(text.utf8).withUnsafeBytes(\.hasTooManyMarks) == isTooMany)
  }

  private static func bench(at stage: Stage) throws -> FormBench {
    let bench = try FormBench()
    try bench.open(
      FormDefinition("form", title: "A form") {
        Field.text("name", label: "Name")
        FormBench.secret
        Field.textArea("area", label: "Area")
        Field.toggle("on", label: "On")
        Field.choice("one", label: "One", options: [FieldKind.Option("red", label: "Red")])
        Field.choices("many", label: "Many", options: [FieldKind.Option("hat", label: "Hat")])
        Section.list("items", label: "Items", item: "Item", 0...2) {
          Field.text("part", label: "Part")
        }
      })
    bench.edit("name", "ann")
    switch stage {
    case .editing: break
    case .asked: _ = bench.post(.back())
    case .submitting:
      bench.screen.submit()
      bench.take()
    }
    return bench
  }

  private static func answer(_ messages: [DisplayMessage]) -> String {
    if messages.isEmpty { return "-" }
    return messages.enumerated().compactMap { place, message -> String? in
      switch message {
      case .refused(_, let reason, ""): "\(reason)"
      case .refused(_, .blocked, "more than 100 marks on one letter: enter fewer"):
        "tooManyMarks"
      case .suggestion(_, nil, _): "end"
      case .change(.set(_, .value, _)), .change(.set(_, .cursor, _)): nil
      case .flush where place == messages.endIndex - 1: nil
      default: "\(message)"
      }
    }.joined(separator: " ")
  }
}

extension FormBench {
  fileprivate func post(
    _ row: HostilePostTests.Row, _ kind: formwork_message_kind, _ node: String
  ) -> [DisplayMessage] {
    row.text.withUnsafeBytes { text in
      var message = formwork_message()
      message.size = UInt32(MemoryLayout<formwork_message>.size)
      (message.kind, message.revision) = (kind.rawValue, revision)
      message.node = UInt32(node) ?? self.node(FieldID(rawValue: node)).rawValue
      message.text = text.baseAddress?.assumingMemoryBound(to: CChar.self)
      message.byte_count = UInt64(text.count)
      row.change(&message)
      let posted = formwork_message(from: &message)
      if let input = InputMessage(posted) { session.post(input, revision: posted.revision) }
      return take()
    }
  }
}
