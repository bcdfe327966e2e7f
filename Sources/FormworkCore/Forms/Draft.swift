/// What was entered into a form, or into a part of it: for another time, where the form was not submitted.
///
/// Its paths are of names and places: `username`, `contacts/0/address`. One that is handed over never holds a
/// secret.
public struct Draft: Hashable, Sendable {
  /// What stands in the fields that differ from what they begin with; what says whether an optional section
  /// is wanted is one of these.
  public internal(set) var contents: [FieldID: FieldContent]

  /// The fields that were judged: a person has been there.
  public internal(set) var touched: Set<FieldID>

  /// How many items are in the lists that have others than they begin with; 1 of a section that was opened.
  public internal(set) var counts: [FieldID: Int]

  /// Makes a draft; secrets are left out.
  public init(
    contents: [FieldID: FieldContent] = [:], touched: Set<FieldID> = [],
    counts: [FieldID: Int] = [:]
  ) {
    self.contents = contents.filter { if case .secret = $0.value { false } else { true } }
    self.touched = touched
    self.counts = counts
  }

  /// The same, but for the secrets.
  var withoutSecrets: Draft { Draft(contents: contents, touched: touched, counts: counts) }

  /// Whether nothing would be lost with it.
  public var isEmpty: Bool { contents.isEmpty && counts.isEmpty }
}

extension Draft {
  /// By where something was entered: contents have no hash, since some are secrets.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(contents.keys))
    hasher.combine(touched)
    hasher.combine(counts)
  }
}

/// A draft, and when it was kept.
public struct KeptDraft: Hashable, Sendable {
  /// What was entered.
  public let draft: Draft

  /// When, for a person.
  public let time: String

  /// Makes one.
  public init(_ draft: Draft, at time: String) {
    self.draft = draft
    self.time = time
  }
}

/// How what was entered differs from what was handed over before.
///
/// The keeper of a draft applies one after the other to it, from an empty one, or from the one that the
/// person goes on with. What it costs to find a change does not grow with the form.
public struct DraftChange: Equatable, Sendable {
  /// Paths of items, or the empty one of the form: nothing that stood there or below stays.
  let emptied: Set<FieldID>

  /// Paths of fields and sections: nothing that stood there stays.
  let cleared: Set<FieldID>

  /// What stands there now.
  package let entered: Draft

  init(emptied: Set<FieldID>, cleared: Set<FieldID>, entered: Draft) {
    self.emptied = emptied
    self.cleared = cleared
    self.entered = entered
  }

  /// Makes the change to a draft from whatever was before.
  public init(to draft: Draft) {
    self.init(emptied: [""], cleared: [], entered: draft)
  }
}

extension Draft {
  /// Takes a change over.
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
