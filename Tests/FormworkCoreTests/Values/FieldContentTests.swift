import FormworkCore
import Testing

struct FieldContentTests {
  private static let options = [
    FieldKind.Option("a", label: "A"), FieldKind.Option("b", label: "B"),
    FieldKind.Option("c", label: "C"),
  ]

  @Test(
    arguments: [
      (.text(""), true), (.text(" "), false), (.text("0"), false), (.text("\n"), false),
      (.secret(.empty), true), (.secret(Secret(" ")), false), (.toggle(false), true),
      (.toggle(true), false), (.choice(nil), true), (.choice("a"), false), (.choice(""), false),
      (.choices([]), true), (.choices(["a"]), false),
    ] as [(FieldContent, Bool)])
  func isEmptyOrNot(content: FieldContent, isEmpty: Bool) {
    #expect(content.isEmpty == isEmpty)
  }

  private static let different: [FieldContent] = [
    .text(""), .text("a"), .text("é"), .text("e\u{301}"), .text("true"), .secret(.empty),
    .secret(Secret("a")), .secret(Secret("é")), .toggle(false), .toggle(true), .choice(nil),
    .choice("a"), .choice("b"), .choices([]), .choices(["a"]), .choices(["b"]),
    .choices(["a", "b"]), .choices(["b", "a"]),
  ]

  @Test func comparesCodePointByCodePoint() {
    for (place, one) in Self.different.enumerated() {
      for (otherPlace, other) in Self.different.enumerated() {
        #expect((one == other) == (place == otherPlace), "\(place), \(otherPlace)")
      }
    }
    #expect(FieldContent.secret(Secret("e\u{301}")) == .secret(Secret("é")))
  }

  @Test(
    arguments: [
      (.text, .text("")), (.textArea, .text("")), (.secret, .secret(.empty)),
      (.wholeNumber, .text("")), (.decimal, .text("")), (.dateTime(.date), .text("")),
      (.webAddress, .text("")), (.toggle, .toggle(false)),
      (.choice(options), .choice(nil)), (.choices(options), .choices([])),
    ] as [(FieldKind, FieldContent)])
  func beginsEmpty(kind: FieldKind, content: FieldContent) {
    #expect(kind.emptyContent == content)
    #expect(content.isEmpty)
    #expect(kind.accepts(content))
  }

  @Test func acceptsWhatItCanHoldAlone() {
    let kinds: [FieldKind] = [
      .text, .textArea, .secret, .wholeNumber, .decimal, .dateTime(.time), .webAddress, .toggle,
      .choice(Self.options), .choices(Self.options),
    ]
    let accepted: [[FieldContent]] = kinds.map { kind in
      (Self.different + [.choice("d"), .choices(["d"]), .choices(["a", "a"])])
        .filter(kind.accepts)
    }
    let texts = Self.different.filter { if case .text = $0 { true } else { false } }
    #expect(
      accepted == [
        texts, texts, [.secret(.empty), .secret(Secret("a")), .secret(Secret("é"))], texts, texts,
        texts, texts, [.toggle(false), .toggle(true)], [.choice(nil), .choice("a"), .choice("b")],
        [.choices([]), .choices(["a"]), .choices(["b"]), .choices(["a", "b"])],
      ])
  }
}
