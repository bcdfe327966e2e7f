import CFormwork
import FormworkCore
import Testing

@testable import FormworkConformance

/// What checks tell front ends, and what they answer.
struct ScriptTests {
  // MARK: Messages

  @Test func aMessageIsTheSameBehindTheSocket() {
    let whole = ScriptMessage(
      kind: 1, revision: 2, node: 3, parent: 4, position: 5, nodeKind: 6, property: 7, flags: 8,
      number: 9, count: 10, text: [11, 12])
    var tooLong = ScriptMessage(kind: 1)
    tooLong.isTextTooLong = true
    for message in [ScriptMessage(), whole, tooLong] {
      #expect(message.datagram.withUnsafeBytes { ScriptMessage(datagram: $0) } == message)
    }
    #expect(
      whole.datagram.dropLast(2).dropLast().withUnsafeBytes { ScriptMessage(datagram: $0) } == nil)
  }

  @Test func aMessageIsToldByWhatTellsItFromTheNext() {
    let whole = ScriptMessage(
      kind: FORMWORK_SET.rawValue, revision: 2, node: 3, property: 7, flags: 8, number: 9,
      text: [97, 98])
    #expect(whole.message.inEnglish == "SET of node 3 property 7 flags 8 with 2 bytes of text")
    #expect(ScriptMessage.detach.message.inEnglish == "DETACH")
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

  // MARK: The form

  /// Fields of every kind, told one by one.
  @Test func theUsualFormIsTold() {
    #expect(
      ScriptedForm.harbour().snapshot().map(\.raw) == [
        "ATTACH 'Harbour'",
        "INSERT node 1 kind 1 'screen'", "SET node 1 property 1 flags 1 'Harbour'",
        "INSERT node 2 parent 1 kind 3 'berth'", "SET node 2 property 1 flags 1 'Berth'",
        "SET node 2 property 2 flags 1 'Where it lies'", "SET node 2 property 4 flags 1 'quay'",
        "INSERT node 3 parent 1 at 1 kind 3 'vessel'", "SET node 3 property 1 flags 1 'Vessel'",
        "SET node 3 property 8 flags 2 number 1",
        "INSERT node 4 parent 1 at 2 kind 3 'master'", "SET node 4 property 1 flags 1 'Master'",
        "INSERT node 5 parent 1 at 3 kind 6 'insured'", "SET node 5 property 1 flags 1 'Insured'",
        "SET node 5 property 4 flags 2",
        "INSERT node 6 parent 1 at 4 kind 7 'cargo'", "SET node 6 property 1 flags 1 'Cargo'",
        "INSERT node 7 parent 6 kind 9 'grain'", "SET node 7 property 1 flags 1 'Grain'",
        "INSERT node 8 parent 6 at 1 kind 9 'timber'", "SET node 8 property 1 flags 1 'Timber'",
        "INSERT node 9 parent 1 at 5 kind 4 'code'", "SET node 9 property 1 flags 1 'Code'",
        "SET node 9 property 4 flags 2",
        "INSERT node 10 parent 1 at 6 kind 5 'remarks'", "SET node 10 property 1 flags 1 'Remarks'",
        "SET node 10 property 4 flags 1 'none'",
        "INSERT node 11 parent 1 at 7 kind 10 'submit'",
        "SET node 11 property 1 flags 1 'Register'", "SET node 11 property 15 flags 2 number 1",
        "FOCUS node 2",
      ])
  }

  @Test func aFormOfOneFieldIsTold() {
    #expect(
      ScriptedForm.single(.secretField, [.value: .number(3)]).snapshot().map(\.raw) == [
        "ATTACH 'Harbour'",
        "INSERT node 1 kind 1 'screen'", "SET node 1 property 1 flags 1 'Harbour'",
        "INSERT node 2 parent 1 kind 4 'berth'", "SET node 2 property 1 flags 1 'Berth'",
        "SET node 2 property 4 flags 2 number 3", "FOCUS node 2",
      ])
    #expect(
      ScriptedForm.single(.note, [.label: .text("Tide")]).snapshot().map(\.raw).suffix(2) == [
        "SET node 2 property 1 flags 1 'Tide'", "FOCUS",
      ])
  }

  /// What is answered to each post, what the form shows then, and where its focus is.
  ///
  /// The nodes are 2 berth, 3 vessel, 4 master, 5 insured, 6 cargo with 7 grain and 8 timber, 9 code,
  /// 10 remarks, 11 submit; the focus begins on 2.
  @Test(
    arguments: [
      // An edit is taken silently, but not elsewhere than at the focus; a secret is not kept.
      ("EDIT", ScriptMessage(node: 2, text: [97]), nil, ["SET node 2 property 4 flags 1 'a'"], 2),
      ("EDIT", ScriptMessage(node: 3, text: [97]), ["SET node 3 property 4"], [], 2),
      ("EDIT", ScriptMessage(node: 9, text: [97]), nil, ["SET node 9 property 4 flags 2"], 2),
      ("EDIT", ScriptMessage(node: 99, text: [97]), nil, [], 2),
      ("GO", ScriptMessage(node: 4), ["FOCUS node 4"], [], 4),
      ("GO", ScriptMessage(node: 99), ["FOCUS node 2"], [], 2),
      ("GO", ScriptMessage(flags: 8), ["FOCUS node 3"], [], 3),
      ("GO", ScriptMessage(flags: 16), ["FOCUS node 2"], [], 2),
      (
        "CHOOSE", ScriptMessage(node: 5, flags: 4), ["SET node 5 property 4 flags 2 number 1"], [],
        2
      ),
      ("CHOOSE", ScriptMessage(node: 5), ["SET node 5 property 4 flags 2"], [], 2),
      (
        "CHOOSE", ScriptMessage(node: 8, flags: 4),
        [
          "SET node 7 property 11 flags 2", "SET node 8 property 11 flags 2",
          "SET node 8 property 11 flags 2 number 1",
        ], ["SET node 8 property 11 flags 2 number 1"], 2
      ),
      ("CHOOSE", ScriptMessage(node: 99), [], [], 2),
      ("QUIT", ScriptMessage(), ["DETACH"], [], 2),
      ("COMPLETE", ScriptMessage(revision: 3, node: 2), ["SUGGEST revision 3 node 2"], [], 2),
      ("COMMIT", ScriptMessage(node: 2), [], [], 2),
      ("ACTIVATE", ScriptMessage(node: 11), [], [], 2),
      ("BACK", ScriptMessage(), [], [], 2), ("RELOAD", ScriptMessage(), [], [], 2),
      ("SWITCH", ScriptMessage(), [], [], 2), ("EDIT_OUTSIDE", ScriptMessage(node: 2), [], [], 2),
      ("LOG", ScriptMessage(), nil, [], 2), ("WINDOW", ScriptMessage(), [], [], 2),
    ] as [(String, ScriptMessage, [String]?, [String], UInt32)])
  func aPostIsAnswered(
    kind: String, post: ScriptMessage, answer: [String]?, shown: [String], focus: UInt32
  ) throws {
    var form = ScriptedForm.harbour()
    var post = post
    post.kind = try #require(
      (UInt32(257)...269).first { ScriptMessage(kind: $0).kindName == .verbatim(kind) })
    #expect(form.answer(to: post)?.map(\.raw) == answer)
    let snapshot = form.snapshot().map(\.raw)
    #expect(shown.allSatisfy(snapshot.contains))
    #expect(form.focus == focus)
  }

  @Test func theFocusStepsOverWhatCannotBeEntered() {
    var form = ScriptedForm.harbour()
    _ = form.set(4, .enabled, .number(0))
    let visited = [8, 8, 8, 8, 8, 8, 8, 16, 16].map { (flags: UInt32) -> UInt32 in
      _ = form.answer(to: ScriptMessage(kind: FORMWORK_GO.rawValue, flags: flags))
      return form.focus
    }
    #expect(visited == [3, 5, 6, 9, 10, 10, 10, 9, 6])
    form.placeFocus(on: 0)
    _ = form.answer(to: ScriptMessage(kind: FORMWORK_GO.rawValue, flags: 16))
    #expect(form.focus == 2)
  }

  @Test func nodesMoveAndGo() {
    var form = ScriptedForm("Quay")
    for name in ["a", "b", "c"] { form.add(.textField, name, [:]) }
    let inner = form.add(.choice, "d", [:])
    form.add(.option, "e", [:], into: inner)
    #expect(form.move(2, to: 1).raw == "MOVE node 2 at 1")
    #expect(form.nodes.map(\.name) == ["screen", "b", "a", "c", "d", "e"])
    #expect(form.move(3, to: 3).raw == "MOVE node 3 at 3")
    #expect(form.nodes.map(\.name) == ["screen", "a", "c", "d", "e", "b"])
    #expect(form.move(99, to: 0).raw == "MOVE node 99")
    #expect(
      form.insertion(of: form.nodes[5]).map(\.raw) == ["INSERT node 3 parent 1 at 3 kind 3 'b'"])
    #expect(form.remove(inner).map(\.raw) == ["REMOVE node 5"])
    #expect(form.remove(2).map(\.raw) == ["REMOVE node 2", "FOCUS node 4"])
    #expect(form.nodes.map(\.name) == ["screen", "c", "b"])
    #expect(form.remove(1).map(\.raw) == ["REMOVE node 1", "FOCUS"])
    #expect(form.id("a") == 0)
  }

  /// "--seed 1 does it again" holds on every machine.
  @Test(
    arguments: [
      (1, 4_987_186_256_154_122_835), (2, 2_451_614_380_349_477_186),
      (3, 5_830_685_310_287_617_038),
    ] as [(UInt64, UInt64)])
  func aSeedAlwaysTellsAndTypesTheSame(seed: UInt64, sum: UInt64) {
    var stream = RandomStream(seed: seed)
    var form = stream.form()
    var lines = form.snapshot().map(\.raw)
    for _ in 0..<200 { lines += stream.change(&form).map(\.raw) + [stream.keys()] }
    // FNV-1a, 64 bits.
    let found = lines.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect(found == sum)
  }

  @Test func aStreamSaysAllThatThereIsAndTakesItBack() {
    var stream = RandomStream(seed: 1)
    var form = stream.form()
    let sets = (0..<5000).flatMap { _ in stream.change(&form) }.filter { $0.is(FORMWORK_SET) }
    for isGone in [false, true] {
      let told = Set(sets.filter { ($0.flags == 0) == isGone }.map(\.property))
      #expect(told == Set(Property.allCases.map(\.rawValue)))
    }
    // The screen comes with the picture, again and again.
    let told = (0..<5000).flatMap { _ in stream.change(&form) }
    let kinds = Set(told.filter { $0.is(FORMWORK_INSERT) }.map(\.nodeKind))
    #expect(kinds == Set(NodeKind.allCases.map(\.rawValue)).subtracting([0]))
    #expect(Set(told.filter { $0.is(FORMWORK_ATTACH) }.map(\.flags)) == [0, 32])
    // All but FLUSH and DETACH.
    #expect(Set(told.map(\.kind)) == Set(1...12).subtracting([9, 10]))
  }

  /// What later versions may bring stands where it disturbs nothing.
  @Test func whatIsUnknownIsToldBesides() {
    let picture: [ScriptMessage] = [.attach("Quay"), .focus(2), .flush(1)]
    let change: [ScriptMessage] = [.remove(2), .flush(2)]
    let new = [200, 201, 255].map {
      "a message of kind \($0) revision 7 node 2 parent 1 at 1 kind 3 property 1 flags 3 number 1 "
        + "count 1 'Formwork-to-come'"
    }
    #expect(
      picture.withUnknownKinds.map(\.raw)
        == ["ATTACH 'Quay'"] + new + ["FOCUS node 2", "FLUSH revision 1"])
    #expect(change.withUnknownKinds.map(\.raw) == new + ["REMOVE node 2", "FLUSH revision 2"])
    #expect(
      picture.withUnknownNodes.map(\.raw) == [
        "ATTACH 'Quay'", "FOCUS node 2", "INSERT node 1018 parent 1 at 8 kind 18 'new'",
        "INSERT node 1099 parent 1 at 8 kind 99 'new'",
        "SET node 1018 property 1 flags 1 'Formwork-to-come'",
        "SET node 1018 property 4 flags 1 'Formwork-to-come'",
        "SET node 1099 property 1 flags 1 'Formwork-to-come'",
        "SET node 1099 property 4 flags 1 'Formwork-to-come'", "FLUSH revision 1",
      ])
    #expect(NodeKind(rawValue: 18) == nil && Property(rawValue: 26) == nil)
    #expect(change.withUnknownNodes == change)
    #expect(
      change.withUnknownProperties.map(\.raw)
        == ["REMOVE node 2"]
        + [26, 99, 100_000].map { "SET node 2 property \($0) flags 1 'Formwork-to-come'" }
        + ["FLUSH revision 2"])
    let flagged = [ScriptMessage.focus(2), .set(2, .value, .text("a"))].withUnknownFlags
    #expect(flagged.map(\.flags) == [1 << 31 | 1 << 12, 1 << 31 | 1 << 12 | 1])
  }

  // MARK: Comparing

  @Test(
    arguments: [
      ([], "", nil),
      (["BACK"], "", "does not post EDIT of node 2 with 2 bytes of text"),
      (["EDIT ab"], "", "does not post BACK"),
      (["EDIT ab", "BACK", "BACK"], "Berth", "posts BACK as well"),
      (["EDIT ac", "BACK"], "Berth", "posts another EDIT of node 2 with 2 bytes of text"),
      (["EDIT ab", "QUIT"], "Berth", "posts QUIT in place of BACK"),
      (["EDIT ab", "BACK"], "Ber", "does not show \"Berth\""),
      (["EDIT ab", "LOG", "BACK"], "Berth", nil),
      (["EDIT ab", "BACK"], "\u{1B}[1mBe\u{1B}[0mrth", nil),
    ] as [([String], String, String?)])
  func aDifferenceIsTold(posts: [String], output: String, difference: String?) {
    func performance(_ posts: [String], _ output: String, revision: UInt64) -> Performance {
      let messages = posts.map { post in
        switch post {
        case "BACK": ScriptMessage(kind: FORMWORK_BACK.rawValue, revision: revision)
        case "LOG": ScriptMessage(kind: FORMWORK_LOG.rawValue, revision: revision)
        case "QUIT": ScriptMessage(kind: FORMWORK_QUIT.rawValue, revision: revision)
        default:
          ScriptMessage(
            kind: FORMWORK_EDIT.rawValue, revision: revision, node: 2,
            text: Array(post.utf8.suffix(2)))
        }
      }
      let remains = Remains(
        descriptorCount: 0, allocatedByteCount: 0, residentByteCount: 0, changes: [])
      return Performance(posts: messages, output: Array(output.utf8), remains: remains)
    }
    let usual =
      posts.isEmpty
      ? performance([], "", revision: 1)
      : performance(["EDIT ab", "BACK"], "Pier\r\nBerth", revision: 1)
    let found = usual.difference(
      of: performance(posts == ["BACK"] ? [] : posts, output, revision: 2))
    #expect(found?.inEnglish == difference)
  }

  @Test func bytesContainATextWhereverItStands() {
    let bytes = Array("ababc".utf8)
    #expect(["", "a", "abc", "ababc", "bc"].allSatisfy(bytes.contains))
    #expect(!["c ", "abab ", "ababcd", "ac"].contains(where: bytes.contains))
    #expect(![UInt8]().contains("a"))
  }
}
