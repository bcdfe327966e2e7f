/// What of a form may differ from the draft that was handed over last.
///
/// Parts are noted when something of them differs; what is to be handed over is found out for these alone, so
/// that its cost does not grow with the form.
final class DraftTracker {
  /// Whether drafts are wanted; what differs meanwhile is not noted.
  var isOn = false

  /// What the form was begun with; where nothing is left of that, a draft says so.
  private var prefilled: Draft

  /// Whether anything was handed over, or gone on with.
  private var hasDraft = false

  /// The fields, lists, and sections that are opened; and the items, with all that is in them.
  private var parts: [ObjectIdentifier: Part] = [:]

  /// The paths at which there were items.
  private var places: Set<FieldID> = []

  init(prefilled: Draft) { self.prefilled = prefilled }

  /// What a form begins with; a secret among that is kept nowhere else from now on.
  func takePrefilled() -> Draft {
    defer { prefilled = prefilled.withoutSecrets }
    return prefilled
  }

  // MARK: What differs

  /// Remembers that something of a part differs: of an item, all that is in it.
  func note(_ part: Part) {
    guard isOn, !((part as? FieldPart)?.isNotKept ?? false) else { return }
    parts[ObjectIdentifier(part)] = part
  }

  /// Remembers that a list differs, with its items from a place on, and with the place behind the last
  /// item, where one was before.
  func noteItems(of list: SectionPart, from place: Int) {
    note(list)
    for item in list.children[place...] { note(item) }
    if isOn {
      places.insert(list.pointer.appending(FieldID(rawValue: "\(list.children.count)")))
    }
  }

  /// Forgets a part that is removed, with all that is in it.
  func forget(_ removed: Part) {
    for part in Dependencies.withParts(below: removed) { parts[ObjectIdentifier(part)] = nil }
  }

  /// Forgets what was noted.
  func forget() { (parts, places) = ([:], []) }

  /// Takes a draft that the person goes on with for the one that was handed over.
  func goOn(with draft: Draft, in root: SectionPart) {
    forget()
    hasDraft = true
    let now = whole(of: root)
    // What was prefilled besides is not in the file yet.
    if now.contents != draft.contents || now.counts != draft.counts { note(root) }
  }

  // MARK: What is handed over

  /// What was entered, but for the secrets and what is left out.
  func whole(of root: SectionPart?) -> Draft {
    var collector = DraftCollector(prefilled: prefilled, leavesOut: \.isNotKept)
    root?.collectMembers(&collector, "")
    return collector.entered
  }

  /// What may differ from what was handed over.
  var pending: DraftChange {
    var collector = DraftCollector(prefilled: prefilled, leavesOut: \.isNotKept)
    var emptied = places
    var cleared: Set<FieldID> = []
    for part in parts.values {
      let path = part.pointer
      if let section = part as? SectionPart, section.isItem {
        emptied.insert(path)
        section.collectMembers(&collector, path.rawValue.isEmpty ? "" : "\(path)/")
      } else {
        cleared.insert(path)
        (part as? FieldPart)?.collect(&collector, at: path)
        (part as? SectionPart)?.collectCount(&collector, at: path)
      }
    }
    return DraftChange(emptied: emptied, cleared: cleared, entered: collector.entered)
  }

  /// What is to be handed over now, if anything is; it counts as handed over.
  func take() -> DraftChange? {
    guard isOn, !parts.isEmpty || !places.isEmpty else { return nil }
    let change = pending
    forget()
    guard hasDraft || change.entered != Draft() else { return nil }
    hasDraft = true
    return change
  }
}

extension FieldPart {
  /// Whether the field is in no draft.
  fileprivate var isNotKept: Bool { specification.isLeftOutOfDrafts || isSecret }
}
