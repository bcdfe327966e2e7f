import FormworkFrontEnd
import Interaction
import TestSupport
import Testing
import Wording

@testable import ScreenFrontEnd

/// The actions of each key at the form, as a literal table.
extension KeyboardMachineTableTests {
  static let places: [KeyboardMachine.Place] = [
    .nothing, .text, .area, .secret, .toggle, .options, .choice, .button, .row,
  ]

  /// A key, with its action at each of the places above.
  static let formTable: [(KeyCommand, [Action])] = [
    (
      .enter,
      [
        .ring, .commit, .type("\n"), .commit, .commit, .commit, .open(nil), .activate, .activate,
      ]
    ),
    (
      .character(" "),
      [
        .ring, .type(" "), .type(" "), .type(" "), .switchToggle(to: nil), .switchOption,
        .open(nil), .activate, .activate,
      ]
    ),
    (
      .character("y"),
      [
        .ring, .type("y"), .type("y"), .type("y"), .switchToggle(to: true), .findOption("y"),
        .open("y"), .ring, .ring,
      ]
    ),
    (
      .character("2"),
      [
        .ring, .type("2"), .type("2"), .type("2"), .ring, .findOption("2"), .open("2"), .ring,
        .sort(column: 1),
      ]
    ),
    (
      .character("Y"),
      [
        .ring, .type("Y"), .type("Y"), .type("Y"), .switchToggle(to: true), .findOption("Y"),
        .open("Y"), .ring, .ring,
      ]
    ),
    (
      .character("n"),
      [
        .ring, .type("n"), .type("n"), .type("n"), .switchToggle(to: false), .findOption("n"),
        .open("n"), .ring, .ring,
      ]
    ),
    (
      .character("N"),
      [
        .ring, .type("N"), .type("N"), .type("N"), .switchToggle(to: false), .findOption("N"),
        .open("N"), .ring, .ring,
      ]
    ),
    (
      .character("0"),
      [
        .ring, .type("0"), .type("0"), .type("0"), .ring, .findOption("0"), .open("0"), .ring,
        .ring,
      ]
    ),
    (
      .character("1"),
      [
        .ring, .type("1"), .type("1"), .type("1"), .ring, .findOption("1"), .open("1"), .ring,
        .sort(column: 0),
      ]
    ),
    (
      .character("9"),
      [
        .ring, .type("9"), .type("9"), .type("9"), .ring, .findOption("9"), .open("9"), .ring,
        .sort(column: 8),
      ]
    ),
    (
      .character(":"),
      [
        .ring, .type(":"), .type(":"), .type(":"), .ring, .findOption(":"), .open(":"), .ring,
        .ring,
      ]
    ),
    (
      .edit(.right),
      [
        .go(.right), .edit(.right), .edit(.right), .edit(.right), .ring, .stepOption(by: 1),
        .open(nil), .go(.right), .go(.right),
      ]
    ),
    (
      .edit(.end),
      [
        .go(.last), .edit(.end), .edit(.end), .edit(.end), .go(.last), .go(.last), .go(.last),
        .go(.last), .go(.last),
      ]
    ),
    (
      .edit(.wordLeft),
      [
        .ring, .edit(.wordLeft), .edit(.wordLeft), .edit(.wordLeft), .ring, .ring, .ring, .ring,
        .ring,
      ]
    ),
    (
      .edit(.backspace),
      [
        .ring, .edit(.backspace), .edit(.backspace), .edit(.backspace), .ring, .ring, .ring, .ring,
        .ring,
      ]
    ),
    (
      .up,
      [
        .go(.up), .go(.up), .goInArea(.up), .go(.up), .go(.up), .go(.up), .go(.up), .go(.up),
        .go(.up),
      ]
    ),
    (
      .newer,
      [
        .go(.down), .recall(isBack: false), .go(.down), .go(.down), .go(.down), .go(.down),
        .go(.down), .go(.down), .go(.down),
      ]
    ),
    (
      .edit(.left),
      [
        .go(.left), .edit(.left), .edit(.left), .edit(.left), .ring, .stepOption(by: -1),
        .open(nil), .go(.left), .go(.left),
      ]
    ),
    (
      .edit(.home),
      [
        .go(.first), .edit(.home), .edit(.home), .edit(.home), .go(.first), .go(.first),
        .go(.first), .go(.first), .go(.first),
      ]
    ),
    (
      .next,
      [
        .go(.next), .complete, .go(.next), .go(.next), .go(.next), .go(.next), .go(.next),
        .go(.next), .go(.next),
      ]
    ),
    (
      .down,
      [
        .go(.down), .go(.down), .goInArea(.down), .go(.down), .go(.down), .go(.down), .go(.down),
        .go(.down), .go(.down),
      ]
    ),
    (
      .older,
      [
        .go(.up), .recall(isBack: true), .go(.up), .go(.up), .go(.up), .go(.up), .go(.up), .go(.up),
        .go(.up),
      ]
    ),
    (.previous, Array(repeating: .go(.previous), count: 9)),
    (
      .pageUp,
      [
        .go(.pageUp), .go(.pageUp), .goInArea(.pageUp), .go(.pageUp), .go(.pageUp), .go(.pageUp),
        .go(.pageUp), .go(.pageUp), .go(.pageUp),
      ]
    ),
    (
      .pageDown,
      [
        .go(.pageDown), .go(.pageDown), .goInArea(.pageDown), .go(.pageDown), .go(.pageDown),
        .go(.pageDown), .go(.pageDown), .go(.pageDown), .go(.pageDown),
      ]
    ),
    (.submit, Array(repeating: .submit, count: 9)),
    (.escape, Array(repeating: .back, count: 9)),
    (.endOfText, Array(repeating: .leave, count: 9)),
    (.redraw, Array(repeating: .redraw, count: 9)),
    (.unknown, Array(repeating: .ring, count: 9)),
    (.mouse(mouse), Array(repeating: .point(mouse), count: 9)),
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

  @Test func whatIsChosenIsSwitchedOff() {
    var chosen = Self.options[1]
    chosen.isSelected = true
    let popup = Popup([chosen], .choices)
    for event in [KeyboardMachine.Event.pressed(.character(" "), at: .choice), .pointed(at: 0)] {
      var machine = KeyboardMachine(state: .window(popup))
      let action = machine.apply(event)
      #expect(action == .choose(chosen, isOn: false, then: .nothing))
      #expect(machine.state == .window(popup))
    }
  }

  @Test(.serialized, arguments: 1...30) func ofAChoiceOneIsMarked(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let keys =
      Self.formTable.map(\.0) + [.chord, .help, .edit(.backspace), .edit(.killHead), .newer, .up]
    var machine = KeyboardMachine()
    for _ in 0..<200 {
      switch next(8) {
      case 0:
        _ = machine.apply(
          .opened(Popup(Self.options, Self.kinds[next(3)])))
      case 1: _ = machine.apply(.renewed(Array(Self.options.prefix(next(4)))))
      default:
        _ = machine.apply(
          .pressed(keys[next(keys.count)], at: Self.places[next(Self.places.count)]))
      }
      if case .window(let popup) = machine.state, popup.kind != .suggestions {
        #expect(popup.matches.isEmpty ? popup.marked == nil : popup.marked != nil)
      }
    }
  }
}
