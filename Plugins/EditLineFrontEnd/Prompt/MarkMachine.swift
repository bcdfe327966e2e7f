/// Marks an option of a choice by the arrow keys, and chooses several by Space.
///
/// The machine knows the options by their indices. Its owner puts the line on the terminal.
struct MarkMachine {
  /// What the line of a choice is.
  enum State: Hashable {
    /// The line is typed; its last part filters the options. Leaves on `went`.
    case typing
    /// An option is marked, and is the answer. Leaves on `escaped`, `edited`, and in a choice of many on `spaced`.
    case marked(Int, Filter)
    /// An option is marked, and those in the list are the answer. Leaves on `escaped` and `edited`.
    case choosing(Int, Filter, chosen: [Int])
  }

  /// What was typed before an option was marked.
  struct Filter: Hashable {
    /// The last part of the line.
    let typed: String
    /// The options that begin like it.
    let options: [Int]
  }

  /// What the user did.
  enum Event: Hashable {
    /// The user pressed Up or Down. The filter and the chosen options are those of the line as it is typed.
    case went(isBack: Bool, Filter, chosen: [Int])
    /// The user pressed Space, or Escape.
    case spaced, escaped
    /// The line is another one.
    case edited
  }

  /// What the owner does.
  enum Action: Hashable {
    case nothing, ring
    /// Put the answer on the line: these options, and what is typed after them.
    case write([Int], typed: String)
    /// Insert the space into the line.
    case insertSpace
    /// Remove the text of the line.
    case erase
  }

  private(set) var state = State.typing

  /// Whether several options can be chosen.
  let isMultiple: Bool

  init(isMultiple: Bool, state: State = .typing) {
    (self.isMultiple, self.state) = (isMultiple, state)
  }

  /// The options that the answer means, if one is marked.
  var answer: [Int]? {
    switch state {
    case .typing: nil
    case .marked(let option, _): [option]
    case .choosing(_, _, let chosen): chosen
    }
  }

  /// Applies an event and returns the action to perform.
  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.typing, .went(let isBack, let filter, let chosen)):
      guard let option = isBack ? filter.options.last : filter.options.first else { return .ring }
      guard chosen.isEmpty else {
        state = .choosing(option, filter, chosen: chosen)
        return .write(chosen, typed: filter.typed)
      }
      state = .marked(option, filter)
      return .write([option], typed: "")
    case (.marked(let option, let filter), .went(let isBack, _, _)):
      let next = filter.option(from: option, isBack: isBack)
      state = .marked(next, filter)
      return .write([next], typed: "")
    case (.choosing(let option, let filter, let chosen), .went(let isBack, _, _)):
      state = .choosing(
        filter.option(from: option, isBack: isBack), filter, chosen: chosen)
      return .write(chosen, typed: filter.typed)

    case (.marked(let option, let filter), .spaced) where isMultiple:
      return choose([option], at: option, filter)
    case (.choosing(let option, let filter, let chosen), .spaced):
      let others = chosen.filter { $0 != option }
      return choose(
        others.count == chosen.count ? chosen + [option] : others, at: option, filter)
    case (.typing, .spaced), (.marked, .spaced):
      state = .typing
      return .insertSpace

    case (.typing, .escaped):
      return .erase
    case (.marked(_, let filter), .escaped):
      state = .typing
      return .write([], typed: filter.typed)
    case (.choosing(_, let filter, let chosen), .escaped):
      state = .typing
      return .write(chosen, typed: filter.typed)

    case (.typing, .edited), (.marked, .edited), (.choosing, .edited):
      state = .typing
      return .nothing
    }
  }

  /// Notes the chosen options; what was typed to find one of them is gone.
  private mutating func choose(_ chosen: [Int], at option: Int, _ filter: Filter) -> Action {
    state = .choosing(option, Filter(typed: "", options: filter.options), chosen: chosen)
    return .write(chosen, typed: "")
  }
}

extension MarkMachine.Filter {
  /// Returns the next option in a direction; after the last one comes the first.
  fileprivate func option(from option: Int, isBack: Bool) -> Int {
    let place = (options.firstIndex(of: option) ?? 0) + (isBack ? options.count - 1 : 1)
    return options.isEmpty ? option : options[place % options.count]
  }
}
