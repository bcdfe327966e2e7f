import Testing

/// One cell of a machine's table: what an event does in a state.
package struct Cell<State, Event, Action>: Sendable, CustomTestStringConvertible
where State: Hashable & Sendable, Event: Hashable & Sendable, Action: Hashable & Sendable {
  /// What a cell says.
  package enum Outcome: Sendable {
    /// Nothing happens, the state stays.
    case stays

    /// The state that follows, which may be the same, and what has to be done.
    case to(State, Action)
  }

  /// What a row asks.
  package struct Question: Hashable {
    package let from: State
    package let event: Event
  }

  /// A state's row of the table, or a part of it.
  package typealias Row = KeyValuePairs<Event, Outcome>

  package let from: State
  package let event: Event
  package let to: State
  package let action: Action

  /// What the cell answers.
  package var question: Question { Question(from: from, event: event) }

  /// The question, for people.
  package var testDescription: String { "\(from) + \(event)" }

  private init(from: State, event: Event, outcome: Outcome, idle: Action) {
    self.from = from
    self.event = event
    switch outcome {
    case .stays: (to, action) = (from, idle)
    case .to(let state, let action): (to, self.action) = (state, action)
    }
  }

  /// The cells of a table; `idle` is the action of those that stay.
  package static func cells(of table: KeyValuePairs<State, Row>, idle: Action) -> [Cell] {
    table.flatMap { from, row in
      row.map { Cell(from: from, event: $0.key, outcome: $0.value, idle: idle) }
    }
  }

  /// What a total table asks: each event in each state.
  package static func questions(_ states: [State], _ events: [Event]) -> Set<Question> {
    Set(states.flatMap { from in events.map { Question(from: from, event: $0) } })
  }
}
