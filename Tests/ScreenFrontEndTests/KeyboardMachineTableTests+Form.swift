import FormworkFrontEnd
import Interaction
import TestSupport
import Testing
import Wording

@testable import ScreenFrontEnd

/// What each key comes to at the form: a literal table as well.
extension KeyboardMachineTableTests {
  static let places: [KeyboardMachine.Place] = [
    .nothing, .text, .area, .secret, .toggle, .options, .manyOptions, .choice, .button, .row,
  ]

  /// A key, and what comes of it at each of the places above.
  static let formTable: [(Key, [Action])] = [
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

  @Test func theTableOfTheFormHolds() {
    for (key, actions) in Self.formTable {
      for (place, action) in zip(Self.places, actions) {
        var machine = KeyboardMachine()
        let done = machine.apply(.pressed(key, at: place))
        #expect(done == action, "\(key) at \(place)")
        #expect(machine.state == .form)
      }
    }
  }

  /// What is chosen of any number of options is switched off, by a blank and by a click.
  @Test func whatIsChosenIsSwitchedOff() {
    var chosen = Self.options[1]
    chosen.isSelected = true
    let popup = Popup([chosen], isMultiple: true)
    for event in [KeyboardMachine.Event.pressed(.character(" "), at: .choice), .pointed(at: 0)] {
      var machine = KeyboardMachine(state: .choosing(popup))
      let action = machine.apply(event)
      #expect(action == .choose(chosen, isOn: false, then: .stay))
      #expect(machine.state == .choosing(popup))
    }
  }

  /// Whatever happens to a window of options, one of those on view is marked.
  @Test(.serialized, arguments: 1...30) func ofAChoiceOneIsMarked(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let keys =
      Self.formTable.map(\.0) + [.chord, .help, .edit(.erase), .edit(.killHead), .newer, .up]
    var machine = KeyboardMachine()
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
  }
}
