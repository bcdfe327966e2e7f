/// The record of parts that may differ from the last draft that the form sent.
///
/// A change is computed from these parts only, so that its cost does not grow with the form.
final class DraftTracker {
  /// Whether changes are recorded, because drafts are saved.
  var isOn = false

  /// The contents at the start, which a draft reports as changed if a field no longer has them.
  private var prefilled: Draft

  private var hasDraft = false

  /// The changed fields, lists and opened sections, and the items that changed as a whole.
  private var parts: [ObjectIdentifier: Part] = [:]

  /// The paths after the last items of lists, where items may have been removed.
  private var places: Set<FieldID> = []

  init(prefilled: Draft) { self.prefilled = prefilled }

  /// Returns the contents at the start, and drops the secrets among them.
  func takePrefilled() -> Draft {
    defer { prefilled = prefilled.withoutSecrets }
    return prefilled
  }

  /// Returns the content that the form was given for a field, except for secrets and items of lists.
  func given(to field: FieldPart) -> FieldContent? {
    let path = field.path
    return path == field.pathOfNames
      ? prefilled.contents[path].flatMap { field.kind.accepts($0) ? $0 : nil } : nil
  }

  // MARK: Recording

  /// Records a change of a part, and of everything in it if it is an item.
  func note(_ part: Part) {
    guard isOn, !((part as? FieldPart)?.isNotSaved ?? false) else { return }
    parts[ObjectIdentifier(part)] = part
  }

  /// Records a change of a list and of its items from an index on.
  ///
  /// Also records the path after the last item, because an item may have been removed there.
  func noteItems(of list: SectionPart, from place: Int) {
    note(list)
    for item in list.children[place...] { note(item) }
    if isOn {
      places.insert(list.pointer.appending(FieldID(rawValue: "\(list.children.count)")))
    }
  }

  /// Forgets a removed part and everything in it.
  func forget(_ removed: Part) {
    for part in Dependencies.withParts(below: removed) { parts[ObjectIdentifier(part)] = nil }
  }

  func forget() { (parts, places) = ([:], []) }

  /// Continues from a resumed draft, as if the form had sent it.
  func resume(_ draft: Draft, in root: SectionPart) {
    forget()
    hasDraft = true
    let now = whole(of: root)
    // The saved draft does not contain other prefilled contents.
    if now.contents != draft.contents || now.counts != draft.counts { note(root) }
  }

  // MARK: Sending

  /// Returns all contents except secrets and fields that are excluded from drafts.
  func whole(of root: SectionPart?) -> Draft {
    var collector = DraftCollector(prefilled: prefilled, leavesOut: \.isNotSaved)
    root?.collectMembers(&collector, "")
    return collector.entered
  }

  /// The change since the last draft that the form sent.
  var pending: DraftChange {
    var collector = DraftCollector(prefilled: prefilled, leavesOut: \.isNotSaved)
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

  /// Whether parts may differ from the last draft that the form sent.
  var hasChanges: Bool { isOn && !(parts.isEmpty && places.isEmpty) }

  /// Returns the change to send now, if there is one, and records that it was sent.
  func take() -> DraftChange? {
    guard hasChanges else { return nil }
    let change = pending
    forget()
    guard hasDraft || change.entered != Draft() else { return nil }
    hasDraft = true
    return change
  }
}

extension FieldPart {
  fileprivate var isNotSaved: Bool { specification.isExcludedFromDrafts || isSecret }
}
