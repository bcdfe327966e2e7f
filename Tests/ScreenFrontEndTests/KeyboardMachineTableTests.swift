import FormworkFrontEnd
import Testing

@testable import ScreenFrontEnd

/// What each key does where something else than the form has the keyboard: a literal table.
struct KeyboardMachineTableTests {
  typealias Action = KeyboardMachine.Action
  typealias State = KeyboardMachine.State

  /// What a state becomes.
  enum Becomes {
    case same, form, chord
    case help(Int)
    /// The same window, with another option marked, or with another filter.
    case at(Int)
    case filter(String, Int)
  }

  /// A cell: what is done, and what the state becomes.
  struct To {
    let action: Action
    let state: Becomes

    init(_ action: Action, _ state: Becomes) { (self.action, self.state) = (action, state) }

    static let ring = To(.ring, .same)
    static let form = To(.nothing, .form)
    /// A key that is none here, and closes what is open.
    static let no = To(.ring, .form)

    static func at(_ place: Int) -> To { To(.nothing, .at(place)) }
    static func filter(_ text: String, _ place: Int) -> To { To(.nothing, .filter(text, place)) }
  }

  static let options = ["Grain", "Timber", "Coal"].enumerated().map {
    Popup.Option(id: NodeID(rawValue: UInt32($0.offset + 1)), label: $0.element)
  }

  static func popup(
    _ isMultiple: Bool = false, filter: String = "", at place: Int = 1
  ) -> Popup {
    var popup = Popup(options, isMultiple: isMultiple)
    for scalar in filter.unicodeScalars { popup.type(scalar) }
    popup.mark(place)
    return popup
  }

  static let mouse = MouseReport(.wheelUp, row: 1, column: 2)

  /// The columns of the table: one of three, any number of them, two that are found, none that is, what could
  /// stand in a text, behind ^X, and the list of keys.
  static let states: [State] = [
    .choosing(popup()), .choosing(popup(true)), .choosing(popup(filter: "a")),
    .choosing(popup(filter: "zz")), .completing(popup()), .chord, .help(page: 1),
  ]

  static let timber = Action.choose(options[1], isOn: true)
  static let coal = Action.choose(options[2], isOn: true)

  /// A key, and what it does in each of the states above, at a text.
  static let table: [(Key, [To])] = [
    (
      .enter,
      [
        To(timber, .form), To(.commit, .form), To(coal, .form), .ring,
        To(.take(options[1]), .form), .no, .form,
      ]
    ),
    (
      .next,
      [
        To(timber, .form), .at(2), To(coal, .form), .ring, To(.take(options[1]), .form), .no,
        .form,
      ]
    ),
    (
      .submit,
      [
        To(timber, .form), To(.commit, .form), To(coal, .form), .ring, To(.submit, .form),
        To(.submit, .form), .form,
      ]
    ),
    (
      .character(" "),
      [
        .filter(" ", 0), To(timber, .same), .filter("a ", 0), .filter("zz ", 0),
        To(.type(" "), .form), .no, .form,
      ]
    ),
    (
      .character("v"),
      [
        .filter("v", 0), .filter("v", 0), .filter("av", 0), .filter("zzv", 0),
        To(.type("v"), .form), .no, .form,
      ]
    ),
    (
      .character("e"),
      [
        .filter("e", 0), .filter("e", 0), .filter("ae", 0), .filter("zze", 0),
        To(.type("e"), .form), To(.editOutside, .form), .form,
      ]
    ),
    (.edit(.left), [.ring, .ring, .ring, .ring, To(.edit(.left), .form), .no, .form]),
    (
      .edit(.right),
      [.ring, .ring, .ring, .ring, To(.edit(.right), .form), To(.switchFrontEnd, .form), .form]
    ),
    (.edit(.home), [.at(0), .at(0), .at(0), .at(0), To(.edit(.home), .form), .no, .form]),
    (
      .edit(.end),
      [.at(2), .at(2), .at(1), .at(0), To(.edit(.end), .form), To(.editOutside, .form), .form]
    ),
    (
      .edit(.erase),
      [.ring, .ring, .filter("", 0), .filter("z", 0), To(.edit(.erase), .form), .no, .form]
    ),
    (
      .edit(.killHead),
      [.ring, .ring, .filter("", 2), .filter("", 0), To(.edit(.killHead), .form), .no, .form]
    ),
    (
      .edit(.killWord),
      [.ring, .ring, .filter("", 2), .filter("", 0), To(.edit(.killWord), .form), .no, .form]
    ),
    (
      .edit(.killRest),
      [
        .ring, .ring, .ring, .ring, To(.edit(.killRest), .form), To(.go(.nextSection), .form),
        .form,
      ]
    ),
    (.previous, [.ring, .ring, .ring, .ring, .at(0), .no, .form]),
    (.up, [.at(0), .at(0), .at(0), .at(0), .at(0), .no, To(.nothing, .help(0))]),
    (.older, [.at(0), .at(0), .at(0), .at(0), .at(0), To(.go(.previous), .form), .form]),
    (.pageUp, [.at(0), .at(0), .at(0), .at(0), .at(0), .no, To(.nothing, .help(0))]),
    (.down, [.at(2), .at(2), .at(1), .at(0), .at(2), .no, To(.nothing, .help(2))]),
    (.newer, [.at(2), .at(2), .at(1), .at(0), .at(2), To(.go(.next), .form), .form]),
    (.pageDown, [.at(2), .at(2), .at(1), .at(0), .at(2), .no, To(.nothing, .help(2))]),
    (.escape, [.form, .form, .filter("", 2), .filter("", 0), .form, .form, .form]),
    (
      .endOfText,
      [.form, .form, .filter("", 2), .filter("", 0), To(.leave, .form), .no, .form]
    ),
    (.help, [.ring, .ring, .ring, .ring, To(.nothing, .help(0)), .no, .form]),
    (.chord, [.ring, .ring, .ring, .ring, To(.nothing, .chord), .no, .form]),
    (
      .redraw,
      Array(repeating: To(.redraw, .same), count: 5) + [.no, To(.redraw, .same)]
    ),
    (.mouse(mouse), Array(repeating: To(.point(mouse), .same), count: 5) + [.no, .form]),
    (.unknown, [.ring, .ring, .ring, .ring, .no, .no, .form]),
  ]

  @Test func theTableHolds() {
    for (key, row) in Self.table {
      #expect(row.count == Self.states.count)
      for (state, cell) in zip(Self.states, row) {
        var machine = KeyboardMachine(state: state)
        #expect(machine.apply(.pressed(key, at: .text)) == cell.action, "\(key) in \(state)")
        #expect(machine.state == Self.state(state, cell.state), "\(key) in \(state)")
      }
    }
  }

  private static func state(_ state: State, _ becomes: Becomes) -> State {
    func popup(_ filter: String?, _ place: Int) -> State {
      switch state {
      case .choosing(let former):
        .choosing(Self.popup(former.isMultiple, filter: filter ?? former.filter, at: place))
      case .completing: .completing(Self.popup(at: place))
      case .form, .chord, .help: state
      }
    }
    return switch becomes {
    case .same: state
    case .form: .form
    case .chord: .chord
    case .help(let page): .help(page: page)
    case .at(let place): popup(nil, place)
    case .filter(let text, let place): popup(text, place)
    }
  }

  /// What comes from elsewhere, in each of those states and at the form.
  @Test func whatIsNoKeyDoesThis() {
    let window = Self.popup(true, at: 0)
    for state in Self.states + [.form] {
      let isOpen = state != .form && state != .chord
      for isCompletion in [false, true] {
        var machine = KeyboardMachine(state: state)
        #expect(machine.apply(.opened(window, isCompletion: isCompletion)) == .nothing)
        #expect(
          machine.state == (isOpen ? state : isCompletion ? .completing(window) : .choosing(window))
        )
      }
      var moved = KeyboardMachine(state: state)
      #expect(moved.apply(.moved) == .nothing)
      #expect(moved.state == .form)
      var renewed = KeyboardMachine(state: state)
      #expect(renewed.apply(.renewed(Array(Self.options.dropFirst()))) == .nothing)
      if case .choosing(let popup) = state {
        var other = popup
        other.renew(Array(Self.options.dropFirst()))
        #expect(renewed.state == .choosing(other))
      } else {
        #expect(renewed.state == state)
      }
    }
  }

  /// Random events against the naive ``KeyboardReference``; the seed of a failure is its reproduction.
  @Test(.serialized, arguments: UInt64(1)...100)
  func itDoesWhatTheReferenceDoes(seed: UInt64) throws {
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let keys =
      Self.table.map(\.0) + KeyboardMachineTests.table.map(\.0)
      + "anNPcrfsp".unicodeScalars.map { .character($0) }
    let places = KeyboardMachine.Place.allCases
    var (machine, reference) = (KeyboardMachine(), KeyboardReference())
    for _ in 0..<300 {
      let event: KeyboardMachine.Event =
        switch next(12) {
        case 0:
          .opened(Popup(Self.options, isMultiple: next(2) == 0), isCompletion: next(2) == 0)
        case 1: .renewed(Array(Self.options.dropFirst(next(3))))
        case 2 where next(4) == 0: .moved
        default: .pressed(keys[next(keys.count)], at: places[next(places.count)])
        }
      try #require(machine.apply(event) == reference.apply(event), "\(event)")
      try #require(machine.state == reference.state, "\(event)")
    }
  }
}
