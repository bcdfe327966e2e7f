// What the program itself enters.

extension FormViewModel {
  /// Gives an answer in the person's place, wherever the person is.
  ///
  /// It counts as one that was entered and accepted: it is judged in earnest, and noted for a draft. Nothing
  /// happens where a person could not give it: while the form cannot be changed, in a field that is not part
  /// of the form, or where there is no such option. Nor does it where the field says the same already,
  /// however that is written there.
  ///
  /// - Parameters:
  ///   - answer: What the field is to say.
  ///   - field: The field, by its path; an item is named by its number, which begins with 1.
  /// - Returns: What the form's operations are to do.
  public func set<Answer>(_ answer: Answer, in field: Field<Answer>) -> [FormAction] {
    set(field.content(for: answer), at: field.id)
  }

  /// The same, without its type.
  package func set(_ content: FieldContent, at path: FieldID) -> [FormAction] {
    guard machine.isEditable, let field = parts?.field(at: path), field.isActive,
      field.kind.accepts(content), !field.says(content)
    else { return settled() }
    put(content, into: field)
    if field.content == content { parts?.commit(field) }
    return settled()
  }

  /// What a field says, as it will say it in the answers: while it is no part of the form, the empty answer.
  public subscript<Answer>(field: Field<Answer>) -> Answer {
    field.read(value(of: field.id).map { .value($0) })
  }

  /// The value of a field that is part of the form.
  package func value(of field: FieldID) -> Value? { parts?.field(at: field)?.activeValue }

  /// Puts other content into a field, and shows it, unless something hinders that: then the person is told
  /// what.
  func put(_ content: FieldContent, into field: FieldPart) {
    guard content != field.content else { return }
    if let hindrance = parts?.hindrance(toChanging: field, to: content) {
      drawing.eraseNotices()
      return say(hindrance)
    }
    change { $0.put(content, into: field) }
    parts?.journal()
  }

  /// Takes the same answer once more: what the store said against it goes, and the store is asked again.
  func answerAgain(_ field: FieldPart) {
    if field.isRefusedByStore { change { $0.answerAgain(field) } }
  }
}

extension FieldPart {
  /// Whether the content would say what the field says already.
  fileprivate func says(_ other: FieldContent) -> Bool {
    // What makes no sense says nothing.
    do {
      return value.isSame(as: try kind.value(of: specification.trimmed(other), in: mode))
    } catch {
      return other == content
    }
  }
}

extension Value? {
  /// Whether both say the same, of texts code point by code point.
  package func isSame(as other: Value?) -> Bool {
    if case (.text(let one)?, .text(let other)?) = (self, other) {
      return one.hasSameCodePoints(as: other)
    }
    return self == other
  }
}
