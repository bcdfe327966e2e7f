import Conversation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import ScreenFrontEnd

/// What a key comes to: the literal table at the form, and what windows do.
struct KeyboardMachineTests {
  typealias Machine = KeyboardMachine

  static let places: [Machine.Place] = [
    .nothing, .text, .area, .secret, .toggle, .options, .manyOptions, .choice, .button, .row,
  ]

  /// A key, and what comes of it at each of the places above.
  static let table: [(Key, [Machine.Action])] = [
    (
      .enter,
      [
        .ring, .commit, .type("\n"), .commit, .commit, .commit, .commit, .open(nil), .activate,
        .activate,
      ]
    ),
    (
      .character(" "),
      [
        .ring, .type(" "), .type(" "), .type(" "), .switchToggle(to: nil), .switchOption,
        .switchOption, .open(nil), .activate, .activate,
      ]
    ),
    (
      .character("y"),
      [
        .ring, .type("y"), .type("y"), .type("y"), .switchToggle(to: true), .findOption("y"),
        .findOption("y"), .open("y"), .ring, .ring,
      ]
    ),
    (
      .character("2"),
      [
        .ring, .type("2"), .type("2"), .type("2"), .ring, .findOption("2"), .findOption("2"),
        .open("2"), .ring, .sort(column: 1),
      ]
    ),
    (
      .character("Y"),
      [
        .ring, .type("Y"), .type("Y"), .type("Y"), .switchToggle(to: true), .findOption("Y"),
        .findOption("Y"), .open("Y"), .ring, .ring,
      ]
    ),
    (
      .character("n"),
      [
        .ring, .type("n"), .type("n"), .type("n"), .switchToggle(to: false), .findOption("n"),
        .findOption("n"), .open("n"), .ring, .ring,
      ]
    ),
    (
      .character("N"),
      [
        .ring, .type("N"), .type("N"), .type("N"), .switchToggle(to: false), .findOption("N"),
        .findOption("N"), .open("N"), .ring, .ring,
      ]
    ),
    (
      .character("0"),
      [
        .ring, .type("0"), .type("0"), .type("0"), .ring, .findOption("0"), .findOption("0"),
        .open("0"), .ring, .ring,
      ]
    ),
    (
      .character("1"),
      [
        .ring, .type("1"), .type("1"), .type("1"), .ring, .findOption("1"), .findOption("1"),
        .open("1"), .ring, .sort(column: 0),
      ]
    ),
    (
      .character("9"),
      [
        .ring, .type("9"), .type("9"), .type("9"), .ring, .findOption("9"), .findOption("9"),
        .open("9"), .ring, .sort(column: 8),
      ]
    ),
    (
      .character(":"),
      [
        .ring, .type(":"), .type(":"), .type(":"), .ring, .findOption(":"), .findOption(":"),
        .open(":"), .ring, .ring,
      ]
    ),
    (
      .edit(.right),
      [
        .go(.right), .edit(.right), .edit(.right), .edit(.right), .ring, .stepOption(by: 1),
        .stepOption(by: 1), .open(nil), .go(.right), .go(.right),
      ]
    ),
    (
      .edit(.end),
      [
        .go(.last), .edit(.end), .edit(.end), .edit(.end), .go(.last), .go(.last), .go(.last),
        .go(.last), .go(.last), .go(.last),
      ]
    ),
    (
      .edit(.wordLeft),
      [
        .ring, .edit(.wordLeft), .edit(.wordLeft), .edit(.wordLeft), .ring, .ring, .ring, .ring,
        .ring, .ring,
      ]
    ),
    (
      .edit(.erase),
      [
        .ring, .edit(.erase), .edit(.erase), .edit(.erase), .ring, .ring, .ring, .ring, .ring,
        .ring,
      ]
    ),
    (
      .up,
      [
        .go(.up), .go(.up), .moveRow(by: -1), .go(.up), .go(.up), .go(.up), .go(.up), .go(.up),
        .go(.up), .go(.up),
      ]
    ),
    (
      .newer,
      [
        .go(.down), .recall(isBack: false), .go(.down), .go(.down), .go(.down), .go(.down),
        .go(.down), .go(.down), .go(.down), .go(.down),
      ]
    ),
    (
      .edit(.left),
      [
        .go(.left), .edit(.left), .edit(.left), .edit(.left), .ring, .stepOption(by: -1),
        .stepOption(by: -1), .open(nil), .go(.left), .go(.left),
      ]
    ),
    (
      .edit(.home),
      [
        .go(.first), .edit(.home), .edit(.home), .edit(.home), .go(.first), .go(.first),
        .go(.first), .go(.first), .go(.first), .go(.first),
      ]
    ),
    (
      .next,
      [
        .go(.next), .complete, .go(.next), .go(.next), .go(.next), .go(.next), .go(.next),
        .go(.next), .go(.next), .go(.next),
      ]
    ),
    (
      .down,
      [
        .go(.down), .go(.down), .moveRow(by: 1), .go(.down), .go(.down), .go(.down), .go(.down),
        .go(.down), .go(.down), .go(.down),
      ]
    ),
    (
      .older,
      [
        .go(.up), .recall(isBack: true), .go(.up), .go(.up), .go(.up), .go(.up), .go(.up),
        .go(.up), .go(.up), .go(.up),
      ]
    ),
    (.previous, Array(repeating: .go(.previous), count: 10)),
    (
      .pageUp,
      [
        .go(.pageUp), .go(.pageUp), .movePage(by: -1), .go(.pageUp), .go(.pageUp), .go(.pageUp),
        .go(.pageUp), .go(.pageUp), .go(.pageUp), .go(.pageUp),
      ]
    ),
    (
      .pageDown,
      [
        .go(.pageDown), .go(.pageDown), .movePage(by: 1), .go(.pageDown), .go(.pageDown),
        .go(.pageDown), .go(.pageDown), .go(.pageDown), .go(.pageDown), .go(.pageDown),
      ]
    ),
    (.submit, Array(repeating: .submit, count: 10)),
    (.escape, Array(repeating: .back, count: 10)),
    (.endOfText, Array(repeating: .leave, count: 10)),
    (.redraw, Array(repeating: .redraw, count: 10)),
    (.unknown, Array(repeating: .ring, count: 10)),
    (.mouse(mouse), Array(repeating: .point(mouse), count: 10)),
  ]

  private static let mouse = MouseReport(.wheelUp, row: 1, column: 2)

  @Test func theTableHolds() {
    for (key, actions) in Self.table {
      for (place, action) in zip(Self.places, actions) {
        var machine = Machine()
        let done = machine.apply(.pressed(key, at: place))
        #expect(done == action, "\(key) at \(place)")
        #expect(machine.state == .form)
      }
    }
  }

  @Test func oneKeyFollowsTheChord() {
    let keys: [(Key, Machine.Place, Machine.Action)] = [
      (.chorded(.reveal), .secret, .reveal), (.escape, .text, .nothing),
      (.character("x"), .text, .ring),
    ]
    for (key, place, action) in keys {
      var machine = Machine()
      #expect(machine.apply(.pressed(.chord, at: place)) == .nothing)
      #expect(machine.state == .chord)
      #expect(machine.apply(.pressed(key, at: place)) == action)
      #expect(machine.state == .form)
    }
  }

  private static let options = ["Grain", "Timber", "Coal"].enumerated().map {
    Popup.Option(id: NodeID(rawValue: UInt32($0.offset + 1)), label: $0.element)
  }

  @Test func aWindowIsFilteredAndClosed() {
    var machine = Machine()
    _ = machine.apply(.opened(Popup(Self.options, isMultiple: false), isCompletion: false))
    _ = machine.apply(.pressed(.character("a"), at: .choice))
    _ = machine.apply(.pressed(.down, at: .choice))
    guard case .choosing(let popup) = machine.state else {
      Issue.record("no window")
      return
    }
    #expect(popup.matches.map(\.label) == ["Grain", "Coal"])
    #expect(popup.marked == Self.options[2])
    // The first Escape is the filter's, and the second one the window's; none leaves the form.
    #expect(machine.apply(.pressed(.escape, at: .choice)) == .nothing)
    #expect(machine.state != .form)
    #expect(machine.apply(.pressed(.escape, at: .choice)) == .nothing)
    #expect(machine.state == .form)
  }

  @Test func enterChoosesAndSpaceSwitches() {
    var one = Machine()
    _ = one.apply(.opened(Popup(Self.options, isMultiple: false), isCompletion: false))
    _ = one.apply(.pressed(.down, at: .choice))
    #expect(
      one.apply(.pressed(.enter, at: .choice))
        == .choose(Self.options[1], isOn: true, then: .commit))
    #expect(one.state == .form)
    var many = Machine()
    _ = many.apply(.opened(Popup(Self.options, isMultiple: true), isCompletion: false))
    #expect(
      many.apply(.pressed(.character(" "), at: .choice))
        == .choose(Self.options[0], isOn: true, then: .stay))
    #expect(many.state != .form)
    #expect(many.apply(.pressed(.enter, at: .choice)) == .commit)
    #expect(many.state == .form)
    var chosen = Self.options[1]
    chosen.isSelected = true
    for event in [Machine.Event.pressed(.character(" "), at: .choice), .pointed(at: 0)] {
      _ = many.apply(.opened(Popup([chosen], isMultiple: true), isCompletion: false))
      #expect(many.apply(event) == .choose(chosen, isOn: false, then: .stay))
    }
  }

  @Test func whatIsTypedGoesOnBehindSuggestions() {
    var machine = Machine()
    let popup = Popup(suggestions: Self.options)
    _ = machine.apply(.opened(popup, isCompletion: true))
    #expect(machine.apply(.pressed(.character("x"), at: .text)) == .type("x"))
    #expect(machine.state == .completing(popup))
    // What was not marked is not taken.
    #expect(machine.apply(.pressed(.enter, at: .text)) == .commit)
    #expect(machine.state == .form)
    // Of one, Tab knows which is meant.
    let only = Popup(suggestions: [Self.options[1]])
    for (key, action) in [(Key.next, Machine.Action.take(Self.options[1])), (.enter, .commit)] {
      _ = machine.apply(.opened(only, isCompletion: true))
      #expect(machine.apply(.pressed(key, at: .text)) == action)
      #expect(machine.state == .form)
    }
  }

  /// A blank belongs to what is searched for, as in "New York"; alone it chooses.
  @Test func aBlankIsSearchedFor() {
    var machine = Machine()
    let cities = ["New York", "Newark", "York"].enumerated().map {
      Popup.Option(id: NodeID(rawValue: UInt32($0.offset + 1)), label: $0.element)
    }
    _ = machine.apply(.opened(Popup(cities, isMultiple: false), isCompletion: false))
    for scalar in "new y".unicodeScalars {
      #expect(machine.apply(.pressed(.character(scalar), at: .choice)) == .nothing)
    }
    guard case .choosing(let popup) = machine.state else {
      Issue.record("no window")
      return
    }
    #expect(popup.matches == [cities[0]])
  }

  /// Whatever happens, what closes all leads to the form.
  @Test(.serialized, arguments: 1...30) func movedLeadsToTheForm(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let keys = Self.table.map(\.0) + [.chord, .help, .edit(.erase), .edit(.killHead), .newer, .up]
    var machine = Machine()
    for _ in 0..<200 {
      switch next(8) {
      case 0:
        _ = machine.apply(
          .opened(Popup(Self.options, isMultiple: next(2) == 0), isCompletion: next(2) == 0))
      case 1: _ = machine.apply(.renewed(Array(Self.options.prefix(next(4)))))
      default:
        _ = machine.apply(
          .pressed(keys[next(keys.count)], at: Self.places[next(Self.places.count)]))
      }
      if case .choosing(let popup) = machine.state {
        #expect(popup.matches.isEmpty ? popup.marked == nil : popup.marked != nil)
      }
    }
    #expect(machine.apply(.moved) == .nothing)
    #expect(machine.state == .form)
  }
}
