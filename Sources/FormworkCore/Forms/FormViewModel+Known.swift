extension FormViewModel {
  /// Whether the store has accepted: the form is done.
  public var isSubmitted: Bool { state == .submitted }

  /// Whether something was entered that leaving would lose.
  public var isChanged: Bool { (parts?.root.tally.changed ?? 0) > 0 }

  /// Whether a person may change something now.
  public var isEditable: Bool { machine.isEditable }

  /// Whether checks of fields wait or run, be they waited for or not.
  public var isChecking: Bool { (parts?.root.tally.pending ?? 0) > 0 }

  /// The machine's state of a field, by its path; `nil` where there is no such field.
  ///
  /// An item is named by its number, which begins with 1, and not by its place.
  public func state(of field: FieldID) -> FieldMachine.State? {
    parts?.field(at: field)?.machine.state
  }

  /// What stands in a field, by its path; `nil` where there is no such field.
  ///
  /// An item is named by its number, which begins with 1, and not by its place.
  public func content(of field: FieldID) -> FieldContent? { parts?.field(at: field)?.content }

  /// What is wrong: what stands against a submission, by the paths that parts have in a document, with an
  /// item's place from 0, in order.
  public var violations: [Refusal] {
    parts?.root.objectors.flatMap { part in
      part.knownViolations.map { Refusal(part.pathOfAnswer, $0) }
    } ?? []
  }

  /// What stands against a submission, for a person: of each part in order, by the path that its answer has
  /// in a document, with an item's place from 0, what is wrong with it.
  public var objections: [(field: FieldID, messages: [Message])] {
    parts?.root.objectors.map { ($0.pathOfAnswer, $0.objections) } ?? []
  }

  /// The fields that a check was asked about and has not answered for, by paths as those of ``objections``, and why.
  ///
  /// The form can be handed in all the same: the store has the last word.
  public var unverified: [(field: FieldID, reason: Message)] {
    (parts?.fields ?? []).compactMap { field in
      guard field.isActive, case .unverified(let reason) = field.machine.state else { return nil }
      return (field.pathOfAnswer, .unverified(reason))
    }
  }

  /// The texts that may be offered again another time, of the fields that are part of the form.
  public var rememberedTexts: [(field: FieldID, text: String)] {
    (parts?.fields ?? []).compactMap(\.rememberedText)
  }

  /// The name of the history whose texts are offered again at a node; `nil` where none are.
  public func rememberedField(at node: NodeID) -> FieldID? {
    drawing.field(at: node)?.rememberedName
  }

  /// A question as it is put to the person.
  public func alert(for question: FormQuestion) -> Alert {
    guard question == .review else { return drawing.alert(for: question) }
    if let definition, let confirmation = definition.confirmation {
      return drawing.alert(confirming: confirmation, submitLabel: definition.submitLabel)
    }
    return drawing.alert(
      for: question, review: parts?.root.review ?? [], submitLabel: definition?.submitLabel)
  }
}
