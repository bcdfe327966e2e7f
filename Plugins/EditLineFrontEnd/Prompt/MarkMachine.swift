/// A machine that marks an option of a choice by the arrow keys, and chooses several by Space.
///
/// The machine knows the indices of options. Its owner writes the answer on the line.
struct MarkMachine {
  enum State: Hashable {
    /// The line is typed; its last part filters the options. Leaves on `went`.
    case typing
    /// An option is marked; the answer is the list of chosen options, or else the marked one.
    case marked(Int, Filter, chosen: [Int]?)
  }

  /// The text before an option was marked.
  struct Filter: Hashable {
    let typed: String
    let options: [Int]

    /// The option that the text means, if no other one begins like it.
    var only: Int? { options.count == 1 ? options[0] : nil }

    /// Returns the next option in a direction; after the last one comes the first.
    fileprivate func option(from option: Int, isBack: Bool) -> Int {
      let place = (options.firstIndex(of: option) ?? 0) + (isBack ? options.count - 1 : 1)
      return options.isEmpty ? option : options[place % options.count]
    }
  }

  enum Event: Hashable {
    /// The user pressed Up or Down; with the filter and the chosen options of a line that is typed.
    case went(isBack: Bool, Filter, chosen: [Int])
    /// The user pressed Space after a text that means only one option, or `nil`; with the chosen options.
    case spaced(Int?, chosen: [Int])
    case escaped
    /// The line changed; with the text that was typed after it, if that is all.
    case edited(added: String?)
  }

  enum Action: Hashable {
    case nothing, ring
    /// Write these options on the line, and a text after them.
    case write([Int], typed: String?)
    case insertSpace
    case erase
  }

  private(set) var state = State.typing
  let isMultiple: Bool

  init(isMultiple: Bool, state: State = .typing) {
    (self.isMultiple, self.state) = (isMultiple, state)
  }

  /// The options that the answer means, if one is marked.
  var answer: [Int]? {
    switch state {
    case .typing: nil
    case .marked(let option, _, let chosen): chosen ?? [option]
    }
  }

  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.typing, .went(let isBack, let filter, let chosen)):
      guard let option = isBack ? filter.options.last : filter.options.first else { return .ring }
      return mark(option, filter, chosen.isEmpty ? nil : chosen)
    case (.marked(let option, let filter, let chosen), .went(let isBack, let present, _)):
      // The name of a marked option replaces the filter.
      let filter = chosen == nil ? filter : present
      return mark(filter.option(from: option, isBack: isBack), filter, chosen)
    case (.marked(let option, _, let chosen), .spaced) where isMultiple,
      (.typing, .spaced(let option?, let chosen as [Int]?)) where isMultiple:
      let others = chosen?.filter { $0 != option } ?? []
      return mark(
        option, Filter(typed: "", options: []),
        others.count == chosen?.count ?? 0 ? others + [option] : others)
    case (.typing, .spaced), (.marked, .spaced):
      state = .typing
      return .insertSpace
    case (.typing, .escaped):
      return .erase
    case (.marked(_, let filter, let chosen), .escaped):
      state = .typing
      return .write(chosen ?? [], typed: filter.typed.isEmpty ? nil : filter.typed)
    case (.marked(_, _, chosen: nil), .edited(let added?)):
      state = .typing
      return .write([], typed: added)
    case (.typing, .edited), (.marked, .edited):
      state = .typing
      return .nothing
    }
  }

  private mutating func mark(_ option: Int, _ filter: Filter, _ chosen: [Int]?) -> Action {
    state = .marked(option, filter, chosen: chosen)
    return .write(chosen ?? [option], typed: chosen == nil ? nil : filter.typed)
  }
}
