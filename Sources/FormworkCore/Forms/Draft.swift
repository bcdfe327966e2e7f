/// The saved, unsubmitted contents of a form, or of a part of it.
///
/// Paths consist of names and of indexes of items: `username`, `contacts/0/address`. The drafts
/// that a form sends to its operations contain no secrets.
public struct Draft: Hashable, Sendable {
  /// The contents that differ from the initial ones, including the controls of optional sections.
  public internal(set) var contents: [FieldID: FieldContent]

  /// The fields that the user has visited, which were therefore validated.
  public internal(set) var touched: Set<FieldID>

  /// The numbers of items of lists that differ from the initial ones, and 1 for each opened
  /// section.
  public internal(set) var counts: [FieldID: Int]

  /// Creates a draft without the secrets among the contents.
  public init(
    contents: [FieldID: FieldContent] = [:], touched: Set<FieldID> = [],
    counts: [FieldID: Int] = [:]
  ) {
    self.contents = contents.filter { if case .secret = $0.value { false } else { true } }
    self.touched = touched
    self.counts = counts
  }

  /// Creates initial contents, in which those of an item imply the item and those before it.
  init(prefilled contents: [FieldID: FieldContent], counts: [FieldID: Int]) {
    self.init(counts: counts)
    self.contents = contents
    for path in contents.keys {
      for (name, list) in zip(path.names.reversed(), path.withPathsAround.dropFirst()) {
        guard let index = Int(name.rawValue), counts[list] == nil else { continue }
        self.counts[list] = max(self.counts[list] ?? 0, min(index, FormDefinition.itemLimit) + 1)
      }
    }
  }

  var withoutSecrets: Draft { Draft(contents: contents, touched: touched, counts: counts) }

  /// Whether the draft contains neither contents nor counts.
  public var isEmpty: Bool { contents.isEmpty && counts.isEmpty }
}

/// A draft and the time at which it was saved.
public struct SavedDraft: Hashable, Sendable {
  /// The draft.
  public let draft: Draft

  /// The time, in words for the user.
  public let time: String

  /// Creates a saved draft.
  public init(_ draft: Draft, at time: String) {
    self.draft = draft
    self.time = time
  }
}

/// A change of the draft since the last one that the form sent.
///
/// The operations apply all changes in order, to an empty draft or to the draft that the user
/// resumed. The cost of a change does not grow with the form.
public struct DraftChange: Equatable, Sendable {
  /// The paths of items to remove with everything in them; the empty path is the form.
  let emptied: Set<FieldID>

  /// The paths of fields and sections whose own entries are removed.
  let cleared: Set<FieldID>

  /// The entries to add.
  package let entered: Draft
}

extension DraftChange {
  /// Creates the change that replaces any previous draft.
  public init(to draft: Draft) {
    self.init(emptied: [""], cleared: [], entered: draft)
  }
}

extension Draft {
  /// Applies a change.
  public mutating func apply(_ change: DraftChange) {
    if change.emptied.contains("") { self = Draft() }
    if !change.emptied.isEmpty {
      let stays = { (path: FieldID) in change.emptied.isDisjoint(with: path.withPathsAround) }
      contents = contents.filter { stays($0.key) }
      touched = touched.filter(stays)
      counts = counts.filter { stays($0.key) }
    }
    for path in change.cleared {
      contents[path] = nil
      touched.remove(path)
      counts[path] = nil
    }
    contents.merge(change.entered.contents) { $1 }
    touched.formUnion(change.entered.touched)
    counts.merge(change.entered.counts) { $1 }
  }
}
