package import Testing

/// A cell of a machine's table: the effect of an event in a state.
package struct Cell<State, Event, Action>: Sendable, CustomTestStringConvertible
where State: Hashable & Sendable, Event: Hashable & Sendable, Action: Hashable & Sendable {
  package enum Outcome: Sendable {
    case stays

    /// The next state, which may be the same, and the action to perform.
    case to(State, Action)
  }

  /// The state and the event of a cell.
  package struct Question: Hashable {
    package let from: State
    package let event: Event
  }

  /// A row of the table for one state, or a part of it.
  package typealias Row = KeyValuePairs<Event, Outcome>

  package let from: State
  package let event: Event
  package let to: State
  package let action: Action

  package var question: Question { Question(from: from, event: event) }

  package var testDescription: String { "\(from) + \(event)" }

  private init(from: State, event: Event, outcome: Outcome, idle: Action) {
    self.from = from
    self.event = event
    switch outcome {
    case .stays: (to, action) = (from, idle)
    case .to(let state, let action): (to, self.action) = (state, action)
    }
  }

  // Creates the cells of a table. The action of cells that stay is `idle`.
  package static func cells(of table: KeyValuePairs<State, Row>, idle: Action) -> [Cell] {
    table.flatMap { from, row in
      row.map { Cell(from: from, event: $0.key, outcome: $0.value, idle: idle) }
    }
  }

  /// Returns the questions of a complete table: each event in each state.
  package static func questions(_ states: [State], _ events: [Event]) -> Set<Question> {
    Set(states.flatMap { from in events.map { Question(from: from, event: $0) } })
  }

  /// Expects that the table has each event in each state, once.
  package static func expectTotal(
    _ cells: [Cell], _ states: [State], _ events: [Event],
    _ place: SourceLocation = #_sourceLocation
  ) {
    let (questions, asked) = (questions(states, events), Set(cells.map(\.question)))
    #expect(questions.subtracting(asked) == [], sourceLocation: place)
    #expect(asked.subtracting(questions) == [], sourceLocation: place)
    #expect(cells.count == questions.count, sourceLocation: place)
  }
}
