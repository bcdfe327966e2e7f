import FormworkFrontEnd
import Interaction
import Testing
import Wording

@testable import ScreenFrontEnd

/// The actions of each key while something other than the form has the keyboard, as a literal table.
struct KeyboardMachineTableTests {
  typealias Action = KeyboardMachine.Action
  typealias State = KeyboardMachine.State

  /// The next state.
  enum Becomes {
    case same, form, chord
    case help(Int)
    /// A window of the same kind, with another marked option, none, or another filter.
    case at(Int?)
    case filter(String, Int)
    /// A window of the same kind, with other options.
    case renewed
  }

  /// A cell of the table: the action and the next state.
  struct To {
    let action: Action
    let state: Becomes

    init(_ action: Action, _ state: Becomes) { (self.action, self.state) = (action, state) }

    static let ring = To(.ring, .same)
    static let same = To(.nothing, .same)
    static let form = To(.nothing, .form)
    /// A key without a meaning, which closes what is open.
    static let no = To(.ring, .form)

    static func at(_ place: Int?) -> To { To(.nothing, .at(place)) }
    static func filter(_ text: String, _ place: Int) -> To { To(.nothing, .filter(text, place)) }
  }

  static let options = ["Grain", "Timber", "Coal"].enumerated().map {
    Popup.Option(id: NodeID(rawValue: UInt32($0.offset + 1)), label: $0.element)
  }

  static func popup(
    _ kind: Popup.Kind = .choice, filter: String = "", at place: Int = 1
  ) -> Popup {
    var popup = Popup(options, kind)
    for scalar in filter.unicodeScalars { popup.type(scalar) }
    popup.mark(place)
    return popup
  }

  static func suggestions(_ options: [Popup.Option] = options, at place: Int?) -> Popup {
    var popup = Popup(options, .suggestions)
    if let place { popup.mark(place) }
    return popup
  }

  static let kinds: [Popup.Kind] = [.choice, .choices, .suggestions]

  static let mouse = MouseReport(.wheelUp, row: 1, column: 2)

  /// The columns of the table.
  ///
  /// They are one of three options, any number of them, two found, none found, completions with and without
  /// a mark, after ^X, and the list of keys.
  static let states: [State] = [
    .window(popup()), .window(popup(.choices)), .window(popup(filter: "a")),
    .window(popup(filter: "zz")), .window(suggestions(at: 1)), .window(suggestions(at: nil)),
    .chord, .help(page: 2),
  ]

  static func timber(_ next: Action) -> Action {
    .choose(options[1], isOn: true, then: next)
  }
  static func coal(_ next: Action) -> Action {
    .choose(options[2], isOn: true, then: next)
  }

  /// Returns a row that is the same in both windows of completions.
  private static func row(
    _ choices: [To], completing: To, chord: To = .no, help: To = .form
  ) -> [To] {
    choices + [completing, completing, chord, help]
  }

  private static let rings = Array(repeating: To.ring, count: 4)

  private static func filters(_ letter: String) -> [To] {
    [.filter(letter, 0), .filter(letter, 0), .filter("a\(letter)", 0), .filter("zz\(letter)", 0)]
  }

  /// A key, with its cell for each of the states above, at a text.
  static let table: [(KeyCommand, [To])] = [
    (
      .enter,
      [
        To(timber(.commit), .form), To(.commit, .form), To(coal(.commit), .form), .ring,
        To(.take(options[1]), .form), To(.commit, .form), .no, .form,
      ]
    ),
    (
      .next,
      [
        To(timber(.go(.next)), .form), To(.go(.next), .form), To(coal(.go(.next)), .form), .ring,
        To(.take(options[1]), .form), To(.go(.next), .form), .no, .form,
      ]
    ),
    (
      .submit,
      row(
        [To(timber(.submit), .form), To(.submit, .form), To(coal(.submit), .form), .ring],
        completing: To(.submit, .form), chord: To(.submit, .form))
    ),
    (
      .character(" "),
      row(
        [
          To(timber(.nothing), .form), To(timber(.nothing), .same), .filter("a ", 0),
          .filter("zz ", 0),
        ], completing: To(.type(" "), .at(nil)))
    ),
    (.character("v"), row(filters("v"), completing: To(.type("v"), .at(nil)))),
    (.character("e"), row(filters("e"), completing: To(.type("e"), .at(nil)))),
    (.edit(.left), row(rings, completing: To(.edit(.left), .form))),
    (.edit(.right), row(rings, completing: To(.edit(.right), .form))),
    (.edit(.wordLeft), row(rings, completing: To(.edit(.wordLeft), .form))),
    (.edit(.wordRight), row(rings, completing: To(.edit(.wordRight), .form))),
    (.edit(.home), row([.at(0), .at(0), .at(0), .at(0)], completing: To(.edit(.home), .form))),
    (.edit(.end), row([.at(2), .at(2), .at(1), .at(0)], completing: To(.edit(.end), .form))),
    (
      .edit(.backspace),
      row(
        [.ring, .ring, .filter("", 0), .filter("z", 0)], completing: To(.edit(.backspace), .at(nil))
      )
    ),
    (
      .edit(.killHead),
      row(
        [.ring, .ring, .filter("", 2), .filter("", 0)], completing: To(.edit(.killHead), .at(nil)))
    ),
    (
      .edit(.killToBlank),
      row(
        [.ring, .ring, .filter("", 2), .filter("", 0)],
        completing: To(.edit(.killToBlank), .at(nil)))
    ),
    (.edit(.killRest), row(rings, completing: To(.edit(.killRest), .at(nil)))),
    (.edit(.killWordLeft), row(rings, completing: To(.edit(.killWordLeft), .at(nil)))),
    (.edit(.killWordRight), row(rings, completing: To(.edit(.killWordRight), .at(nil)))),
    (.edit(.delete), row(rings, completing: To(.edit(.delete), .at(nil)))),
    (.edit(.yank), row(rings, completing: To(.edit(.yank), .at(nil)))),
    (.edit(.transpose), row(rings, completing: To(.edit(.transpose), .at(nil)))),
    (.edit(.undo), row(rings, completing: To(.edit(.undo), .at(nil)))),
    (
      .previous,
      row(rings, completing: To(.go(.previous), .form), chord: To(.go(.previous), .form))
    ),
    (
      .up,
      [.at(0), .at(0), .at(0), .at(0), .at(0), .at(nil), .no, To(.nothing, .help(1))]
    ),
    (.older, [.at(0), .at(0), .at(0), .at(0), .at(0), .at(nil), .no, .form]),
    (
      .pageUp,
      Array(repeating: To(.turnPage(by: -1), .same), count: 6) + [.no, To(.nothing, .help(1))]
    ),
    (
      .down,
      [.at(2), .at(2), .at(1), .at(0), .at(2), .at(0), .no, To(.nothing, .help(3))]
    ),
    (.newer, [.at(2), .at(2), .at(1), .at(0), .at(2), .at(0), .no, .form]),
    (
      .pageDown,
      Array(repeating: To(.turnPage(by: 1), .same), count: 6) + [.no, To(.nothing, .help(3))]
    ),
    (
      .escape,
      row([.form, .form, .filter("", 2), .filter("", 0)], completing: .form, chord: .form)
    ),
    (
      .endOfText,
      row([.form, .form, .filter("", 2), .filter("", 0)], completing: To(.leave, .form))
    ),
    (.help, row(rings, completing: To(.nothing, .help(0)), chord: To(.nothing, .help(0)))),
    (.chord, row(rings, completing: To(.nothing, .chord))),
    (
      .intent(.next),
      row(rings, completing: To(.go(.next), .form), chord: To(.go(.next), .form))
    ),
    (
      .redraw,
      Array(repeating: To(.redraw, .same), count: 6) + [.no, To(.redraw, .same)]
    ),
    (.mouse(mouse), Array(repeating: To(.point(mouse), .same), count: 6) + [.no, .form]),
    (.unknown, row(rings, completing: .no)),
  ]

  @Test func theTableHolds() {
    for (key, row) in Self.table { Self.expect(.pressed(key, at: .text), in: Self.states, row) }
  }

  @Test func someStatesHaveWindows() {
    #expect(Self.states.map(\.hasWindow) == [true, true, true, true, true, true, false, true])
    #expect(
      Self.states.map(\.window)
        == [.choice, .choices, .choice, .choice, .suggestions, .suggestions, nil, nil])
    #expect(!State.form.hasWindow && State.form.window == nil)
  }

  /// Events other than keys, with a cell for each of the states above and for the form.
  static let others: [(KeyboardMachine.Event, [To])] = [
    (.moved, Array(repeating: .form, count: 9)),
    (
      .renewed(Array(options.dropFirst())),
      Array(repeating: To(.nothing, .renewed), count: 6) + [.same, .same, .same]
    ),
    (
      .stepped(by: 5),
      [.at(2), .at(2), .at(1), .same, .at(2), .at(2), .same, .same, .same]
    ),
    (
      .stepped(by: -5),
      [.at(0), .at(0), .at(0), .same, .at(nil), .at(nil), .same, .same, .same]
    ),
    (
      .pointed(at: 0),
      [
        To(.choose(options[0], isOn: true, then: .nothing), .form),
        To(.choose(options[0], isOn: true, then: .nothing), .at(0)),
        To(.choose(options[0], isOn: true, then: .nothing), .form), .ring,
        To(.take(options[0]), .form), To(.take(options[0]), .form), .same, .same, .same,
      ]
    ),
  ]

  @Test func whatIsNoKeyDoesThis() {
    for (event, row) in Self.others { Self.expect(event, in: Self.states + [.form], row) }
    for state in Self.states + [.form] {
      for window in Self.kinds.map({ Popup(Self.options, $0) }) {
        var machine = KeyboardMachine(state: state)
        #expect(machine.apply(.opened(window)) == .nothing)
        #expect(machine.state == (state.hasWindow ? state : .window(window)))
      }
    }
  }

  /// The mark moves with its option or completion; after a completion is gone, none need be marked.
  @Test func theMarkStaysWithItsOption() {
    let fewer = Array(Self.options.dropFirst())
    var machine = KeyboardMachine(state: .window(Self.popup()))
    _ = machine.apply(.renewed(fewer))
    guard case .window(let popup) = machine.state else {
      Issue.record("no window")
      return
    }
    #expect(popup.options == fewer)
    #expect(popup.marked == Self.options[1])
    machine = KeyboardMachine(state: .window(Self.suggestions(at: 1)))
    _ = machine.apply(.renewed(fewer))
    #expect(machine.state == .window(Self.suggestions(fewer, at: 0)))
    _ = machine.apply(.renewed([Self.options[2]]))
    #expect(machine.state == .window(Self.suggestions([Self.options[2]], at: nil)))
  }

  /// The actions after ^X at the form: at a secret, a text, a text area and elsewhere.
  static let chords: [(Intent, [Action])] = [
    (.next, Array(repeating: .go(.next), count: 4)),
    (.previous, Array(repeating: .go(.previous), count: 4)),
    (.submit, Array(repeating: .submit, count: 4)),
    (.reveal, [.reveal, .ring, .ring, .ring]),
    (.switchFrontEnd, Array(repeating: .switchFrontEnd, count: 4)),
    (.editOutside, [.ring, .editOutside, .editOutside, .ring]),
    (.help, Array(repeating: .nothing, count: 4)),
    (.section, Array(repeating: .ring, count: 4)),
    (.skip, Array(repeating: .go(.nextSection), count: 4)),
    (.rewind, Array(repeating: .go(.previousSection), count: 4)),
    (.reset, Array(repeating: .reset, count: 4)),
    (.reload, Array(repeating: .reload, count: 4)),
  ]

  @Test func eachIntentDoesThis() {
    #expect(Self.chords.map(\.0) == Intent.allCases)
    for (chord, row) in Self.chords {
      let places: [KeyboardMachine.Place] = [.secret, .text, .area, .toggle]
      for (place, action) in zip(places, row) {
        for state in [State.form, .chord] {
          var machine = KeyboardMachine(state: state)
          #expect(machine.apply(.pressed(.intent(chord), at: place)) == action, "\(chord)")
          #expect(machine.state == (chord == .help ? .help(page: 0) : .form))
        }
      }
    }
  }

  /// The first page of the keys, and a single suggestion, which no column of the table has.
  @Test func theFirstPageAndTheOnlySuggestion() {
    var machine = KeyboardMachine(state: .help(page: 0))
    #expect(machine.apply(.pressed(.up, at: .text)) == .nothing)
    #expect(machine.state == .help(page: 0))
    machine = KeyboardMachine(state: .window(Self.suggestions([Self.options[0]], at: nil)))
    #expect(machine.apply(.pressed(.next, at: .text)) == .take(Self.options[0]))
    #expect(machine.state == .form)
  }

  private static func expect(
    _ event: KeyboardMachine.Event, in states: [State], _ row: [To]
  ) {
    #expect(row.count == states.count, "\(event)")
    for (state, cell) in zip(states, row) {
      var machine = KeyboardMachine(state: state)
      #expect(machine.apply(event) == cell.action, "\(event) in \(state)")
      #expect(machine.state == Self.state(state, cell.state), "\(event) in \(state)")
    }
  }

  private static func state(_ state: State, _ becomes: Becomes) -> State {
    func popup(_ filter: String?, _ place: Int?) -> State {
      switch state {
      case .window(let previous) where previous.kind == .suggestions:
        .window(suggestions(at: place))
      case .window(let previous):
        .window(Self.popup(previous.kind, filter: filter ?? previous.filter, at: place ?? 0))
      case .form, .chord, .help: state
      }
    }
    switch becomes {
    case .same: return state
    case .form: return .form
    case .chord: return .chord
    case .help(let page): return .help(page: page)
    case .at(let place): return popup(nil, place)
    case .filter(let text, let place): return popup(text, place)
    case .renewed:
      let fewer = Array(options.dropFirst())
      guard case .window(var popup) = state, popup.kind != .suggestions else {
        return .window(suggestions(fewer, at: state == states[4] ? 0 : nil))
      }
      popup.renew(fewer)
      return .window(popup)
    }
  }
}

/// The usual names of the keys of the tables.
extension KeyCommand {
  static let previous = intent(.previous)
  static let submit = intent(.submit)
  static let help = intent(.help)
}

/// The commands of the tables by the names of keys.
extension EditCommand {
  static let left = move(.characterBefore)
  static let right = move(.characterAfter)
  static let wordLeft = move(.wordBefore)
  static let wordRight = move(.wordAfter)
  static let home = move(.beginning)
  static let end = move(.end)
  static let backspace = erase(.characterBefore)
  static let delete = erase(.characterAfter)
  static let killWordLeft = kill(.wordBefore)
  static let killWordRight = kill(.wordAfter)
  static let killHead = kill(.beginning)
  static let killRest = kill(.end)

  static let all: [EditCommand] = [
    .left, .right, .wordLeft, .wordRight, .home, .end, .backspace, .delete, .killToBlank,
    .killWordLeft, .killWordRight, .killHead, .killRest, .yank, .transpose, .undo,
  ]
}
