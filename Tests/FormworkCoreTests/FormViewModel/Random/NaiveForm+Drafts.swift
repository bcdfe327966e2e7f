@testable import FormworkCore

extension NaiveForm {
  mutating func offer(_ draft: Draft) { send(.draft(.found(SavedDraft(draft, at: "noon")))) }

  /// Restores and validates the answers: lists and alternatives are shown again.
  mutating func resume(_ draft: Draft) {
    var entered: [String] = []
    change(edited: nil, around: []) { form, restored in
      restored = form.restore(draft, form.definition?.items ?? [], "", "")
      entered = restored
    }
    let outline = outline
    for part in outline.shown {
      let isRestated = part.around.contains { path in
        part.path != path + "?" && outline.changesItsParts.contains(path)
      }
      if part.isField, isRestated || entered.contains(part.path) { restate(part.path) }
      if isRestated, let button = part.place { sectionButtonsCameAt[button] = nil }
    }
    noteButtons(outline)
    // At the first field that was not visited or is invalid, else at the form's first button.
    let unfinished = outline.shown.first { part in
      part.isField
        && entries[part.path].map {
          $0.machine.state == .untouched || $0.machine.state.isInvalid
        } ?? false
    }
    focus =
      unfinished.map { .field($0.path) }
      ?? places.first { place in
        if case .button = place { true } else { false }
      }
  }

  /// The draft of all answers except secrets, by path.
  var draft: Draft {
    var draft = entered(in: "", \.isExcludedFromDrafts).withoutSecrets
    // Contains the states of prefilled fields, and the lengths of prefilled lists.
    for (path, entry) in entries where !entry.specification.isExcludedFromDrafts {
      let pointer = pointer(of: path)
      guard let before = prefilled.contents[pointer], before != entry.content else { continue }
      draft.contents[pointer] = entry.content
    }
    draft = draft.withoutSecrets
    let lists = Set(outlineLists.map(\.0))
    for path in facts.keys where lists.contains(path) {
      let pointer = pointer(of: path)
      guard prefilled.counts[pointer] != nil, let items = facts[path]?.items else { continue }
      draft.counts[pointer] = items.count
    }
    return draft
  }
}

extension NaiveForm.Outline {
  /// The paths of the lists and the alternatives.
  fileprivate var changesItsParts: Set<String> {
    Set(
      parts.compactMap { part in
        guard case .section(let section) = part.content else { return nil }
        return switch section.body {
        case .list, .alternatives: part.path
        case .object, .deferred: nil
        }
      })
  }
}
