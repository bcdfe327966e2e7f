extension FormViewModel {
  // MARK: Coming back

  /// Asks whether to go on with what was entered another time, and waits for the answer.
  ///
  /// - Parameters:
  ///   - draft: What was entered then.
  ///   - time: When, for a person.
  /// - Returns: What the form's operations are to do.
  public func offer(_ draft: Draft, keptAt time: String) -> [FormAction] {
    guard machine.state == .editing else { return [] }
    offer = (draft, time)
    tell(.draft(.found))
    drawScreen()
    return takeActions()
  }

  /// Tells the person what has to be known of drafts.
  public func report(_ message: Message) -> [FormAction] {
    say(message)
    return takeActions()
  }

  /// Puts what was entered back in its place, and judges each field anew.
  ///
  /// Content that a field cannot hold is left out.
  func restoreDraft() {
    guard let draft = offer?.draft else { return }
    offer = nil
    let restored = fields.indices.filter { index in
      draft.contents[fields[index].id].map { fields[index].specification.kind.accepts($0) } ?? false
    }
    for index in restored {
      guard let content = draft.contents[fields[index].id] else { continue }
      enter(content, into: fields[index])
      drawContent(of: index)
    }
    let turned = decideAllConditions()
    for index in turned { turn(index) }
    let touched = fields.indices.filter { draft.touched.contains(fields[$0].id) }
    let judged = Set(restored + touched).sorted()
    for index in judged { apply(.restored(verdict(of: index)), at: index) }
    tellReaders(of: judged + turned)
    // The field that the person was at may have gone.
    tree.setFocus(place(after: nil))
    // What was prefilled besides is not in the file yet.
    if self.draft.contents == draft.contents { lastDraft = self.draft } else { journal() }
  }

  /// Begins anew: what was kept goes.
  func discardDraft() {
    offer = nil
    actions.append(.discardDraft)
  }

  // MARK: Going away

  /// What was entered, but for the secrets and what is left out.
  private var draft: Draft {
    let kept = fields.lazy.filter { !$0.specification.isLeftOutOfDrafts }
    return Draft(
      contents: Dictionary(
        uniqueKeysWithValues: kept.filter(\.isChanged).map { ($0.id, $0.content) }),
      touched: Set(kept.filter(\.isTouched).map(\.id)))
  }

  func saveDraft() {
    if journalsDrafts { journal() } else { actions.append(.saveDraft(draft)) }
  }

  /// Has what was entered kept, where that is wanted and anything differs from the last time.
  func journal() {
    // Before the person has answered, what was kept another time stays.
    guard journalsDrafts, definition != nil, offer == nil else { return }
    let draft = draft
    guard draft != lastDraft else { return }
    lastDraft = draft
    actions.append(.saveDraft(draft))
  }
}

extension FieldRecord {
  /// Whether a person has been there; of a secret nothing is kept, not even this.
  fileprivate var isTouched: Bool {
    if case .secret = content { return false }
    return switch machine.state {
    case .untouched, .excluded: false
    case .incomplete, .invalid, .debouncing, .checking, .refused, .unverified, .valid: true
    }
  }
}
