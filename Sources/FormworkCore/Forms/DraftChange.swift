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
