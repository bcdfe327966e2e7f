import CFormwork
import FormworkCore
import FormworkSession
import TestSupport
import Testing

@testable import FormworkConformance

/// The messages between checks and front ends.
struct ScriptTests {
  @Test func aMessageIsTheSameAfterTheSocket() {
    let whole = ScriptMessage(
      kind: 1, revision: 2, node: 3, parent: 4, position: 5, nodeKind: 6, property: 7, flags: 8,
      number: 9, count: 10, text: [11, 12])
    for message in [ScriptMessage(), whole, ScriptMessage(kind: 1, isTextTooLong: true)] {
      let (header, text) = message.lend {
        ($0, Array(UnsafeRawBufferPointer(start: $0.text, count: message.text.count)))
      }
      #expect(ScriptMessage(header, text: text) == message)
    }
    #expect([UInt8](repeating: 0, count: 63).withUnsafeBytes(ScriptMessage.init(datagram:)) == nil)
  }

  @Test func aMessageIsNamedByWhatTellsItFromTheNext() {
    let whole = ScriptMessage(
      kind: FORMWORK_SET.rawValue, revision: 2, node: 3, property: 7, flags: 8, number: 9,
      text: [97, 98])
    #expect(whole.message.inEnglish == "SET of node 3 property 7 flags 8 with 2 bytes of text")
    let display = (UInt32(0)...13).map { ScriptMessage(kind: $0).kindName.inEnglish }
    #expect(
      display == [
        "a message of kind 0", "ATTACH", "INSERT", "SET", "MOVE", "REMOVE", "FOCUS", "SUGGEST",
        "RESIZED", "FLUSH", "DETACH", "HISTORY", "REFUSED", "a message of kind 13",
      ])
    let input = (UInt32(256)...271).map { ScriptMessage(kind: $0).kindName.inEnglish }
    #expect(
      input == [
        "a message of kind 256", "EDIT", "COMMIT", "CHOOSE", "ACTIVATE", "GO", "BACK", "WINDOW",
        "EDIT_OUTSIDE", "COMPLETE", "RELOAD", "QUIT", "SWITCH", "LOG", "RESET",
        "a message of kind 271",
      ])
  }

  // MARK: The screen

  /// The changes of the sample, and its focus, after each input.
  ///
  /// The nodes are 2 berth, 3 vessel, 4 master, 5 insured, 6 cargo with 7 grain and 8 timber, 9 code, 10 remarks,
  /// 11 submit.
  @Test(
    arguments: [
      (.edit(.berth, .text("a"), cursor: 1), [], 2),
      (.choose(.insured, isOn: true), [.set(.insured, .value, .number(1))], 2),
      (
        .choose(.timber, isOn: true),
        [.set(.grain, .selected, .number(0)), .set(.timber, .selected, .number(1))], 2
      ),
      (.go(.next), [.focused(NodeID(rawValue: 3))], 3),
      (.go(.previous), [], 2),
      (.go(.node(.insured)), [.focused(.insured)], 5),
      (.go(.node(NodeID(rawValue: 99))), [], 2),
      (.activate(NodeID(rawValue: 11)), [], 2),
    ] as [(UserInput, [Change], UInt32)])
  func anInputChangesTheScreen(input: UserInput, changes: [Change], focus: UInt32) {
    let screen = ScriptedScreen.sample()
    _ = screen.tree.snapshot()
    screen.handle(input, revision: 1)
    #expect(screen.tree.takeChanges() == changes)
    #expect(screen.tree.focus == NodeID(rawValue: focus))
  }

  // MARK: Random messages

  /// The messages and keys of a stream, a line each.
  private static func lines(of seed: UInt64, count: Int) -> [String] {
    var stream = RandomStream(seed: seed)
    let screen = stream.screen()
    return screen.tree.snapshot().map { "\($0)" }
      + (0..<count).flatMap { _ in
        let news = stream.change(screen).map { "\($0)" }
        return news + screen.tree.takeChanges().map { "\($0)" } + [stream.keys()]
      }
  }

  /// "repeat it with --seed 1" holds.
  @Test func aSeedAlwaysSendsAndTypesTheSame() {
    #expect(Self.lines(of: 1, count: 200) == Self.lines(of: 1, count: 200))
    #expect(Self.lines(of: 1, count: 1) != Self.lines(of: 2, count: 1))
  }

  @Test func aStreamHasAllMessagesThatThereAre() {
    var stream = RandomStream(seed: 1)
    var screen = stream.screen()
    var (sent, changes): ([DisplayMessage], [Change]) = ([], [])
    for step in 0..<2000 {
      // A tree that only grows takes long.
      if step % 50 == 0 { screen = stream.screen() }
      sent += stream.change(screen)
      changes += screen.tree.takeChanges()
    }
    let all = (sent + changes.map { .change($0) }).map { ScriptMessage($0) }
    // FLUSH and DETACH are the session's.
    #expect(Set(all.map(\.kind)) == Set(1...12).subtracting([9, 10]))
    #expect(
      Set(all.filter { $0.is(FORMWORK_INSERT) }.map(\.nodeKind))
        == Set(NodeKind.allCases.map(\.rawValue)).subtracting([0]))
    #expect(Set(all.filter { $0.is(FORMWORK_ATTACH) }.map(\.flags)) == [0, 32])
    let sets = all.filter { $0.is(FORMWORK_SET) }
    #expect(Set(sets.map(\.property)) == Set(Property.allCases.map(\.rawValue)))
    #expect(sets.contains { $0.flags == 0 })
  }

  // MARK: Later versions

  private static func words(_ messages: [ScriptMessage]) -> [String] {
    messages.map { "\($0.word) \($0.node) \($0.property) \($0.nodeKind) \($0.string)" }
  }

  @Test func whatIsUnknownDisturbsNothing() {
    let picture: [ScriptMessage] = [
      ScriptMessage(.attach(title: "Quay")), ScriptMessage(.change(.focused(.berth))),
      ScriptMessage(.flush(revision: 1)),
    ]
    let new = [200, 201, 255].map { "\($0) 2 1 3 Formwork-to-come" }
    let (attach, focus, flush) = ("ATTACH 0 0 0 Quay", "FOCUS 2 0 0 ", "FLUSH 0 0 0 ")
    #expect(
      Self.words(picture.flatMap(\.withUnknownKinds)) == [attach] + new + [focus] + new + [flush])
    #expect(
      Self.words(picture.flatMap(\.withUnknownNodes)) == [
        attach, focus, "INSERT 1018 0 18 new", "INSERT 1099 0 99 new",
        "SET 1018 1 0 Formwork-to-come", "SET 1018 4 0 Formwork-to-come",
        "SET 1099 1 0 Formwork-to-come", "SET 1099 4 0 Formwork-to-come", flush,
      ])
    #expect(NodeKind(rawValue: 18) == nil && Property(rawValue: 26) == nil)
    #expect(
      Self.words(picture.flatMap(\.withUnknownProperties))
        == [attach, focus] + [26, 99, 100_000].map { "SET 2 \($0) 0 Formwork-to-come" } + [flush])
    let flagged = [picture[1], ScriptMessage(kind: 3, flags: 1)].flatMap(\.withUnknownFlags)
    #expect(flagged.map(\.flags) == [1 << 31 | 1 << 12, 1 << 31 | 1 << 12 | 1])
  }

  // MARK: Comparing

  @Test(
    arguments: [
      (["EDIT ab", "BACK"], "Berth", nil),
      (["BACK", "BACK"], "Berth", "posts BACK in place of EDIT of node 2 with 2 bytes of text"),
      (["EDIT ab"], "", "does not post BACK"),
      (["EDIT ab", "BACK", "BACK"], "Berth", "posts BACK as well"),
      (["EDIT ac", "BACK"], "Berth", "posts another EDIT of node 2 with 2 bytes of text"),
      (["EDIT ab", "QUIT"], "Berth", "posts QUIT in place of BACK"),
      (["EDIT ab", "BACK"], "Ber", "does not show \"Berth\""),
      (["EDIT ab", "LOG", "BACK"], "Berth", nil),
      (["EDIT ab", "BACK"], "\u{1B}[1mBe\u{1B}[0mrth", nil),
    ] as [([String], String, String?)])
  func aDifferenceIsNamed(posts: [String], output: String, difference: String?) {
    func run(_ posts: [String], _ output: String, revision: UInt64) -> RecordedRun {
      let kinds = ["BACK": FORMWORK_BACK, "LOG": FORMWORK_LOG, "QUIT": FORMWORK_QUIT]
      let messages = posts.map { post in
        kinds[post].map { ScriptMessage(kind: $0.rawValue, revision: revision) }
          ?? ScriptMessage(
            kind: FORMWORK_EDIT.rawValue, revision: revision, node: 2,
            text: Array(post.utf8.suffix(2)))
      }
      return RecordedRun(posts: messages, output: Array(output.utf8))
    }
    let usual = run(["EDIT ab", "BACK"], "Pier\r\nBerth", revision: 1)
    let found = usual.difference(of: run(posts, output, revision: 2))
    #expect(found?.inEnglish == difference)
  }
}

extension NodeID {
  fileprivate static let berth = NodeID(rawValue: 2)
  fileprivate static let insured = NodeID(rawValue: 5)
  fileprivate static let grain = NodeID(rawValue: 7)
  fileprivate static let timber = NodeID(rawValue: 8)
}
