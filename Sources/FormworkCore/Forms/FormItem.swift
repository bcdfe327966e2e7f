/// One thing that a form shows.
public indirect enum FormItem: Sendable {
  /// A field.
  case field(FieldSpecification)

  /// A section: parts that have an answer together.
  case section(SectionSpecification)

  /// Items that are shown together, under a label; each is a part of the section around.
  case group(name: String, label: Message, [FormItem])

  /// A text of one or more lines.
  case note(name: String, Message)
}

/// Collects the items of a form.
@resultBuilder
public enum FormBuilder {
  /// A field or a section as an item.
  public static func buildExpression(_ part: some PartHandle) -> [FormItem] { [part.item] }

  /// A group or a note.
  public static func buildExpression(_ item: FormItem) -> [FormItem] { [item] }

  /// Items one after the other.
  public static func buildBlock(_ items: [FormItem]...) -> [FormItem] { items.flatMap(\.self) }

  /// Items of a loop.
  public static func buildArray(_ items: [[FormItem]]) -> [FormItem] { items.flatMap(\.self) }

  /// Items that may be missing.
  public static func buildOptional(_ items: [FormItem]?) -> [FormItem] { items ?? [] }

  /// The first of two choices.
  public static func buildEither(first items: [FormItem]) -> [FormItem] { items }

  /// The second of two choices.
  public static func buildEither(second items: [FormItem]) -> [FormItem] { items }
}

extension FormItem {
  /// Items that belong together, under a label.
  public static func group(
    _ name: String, label: Message, @FormBuilder items: () -> [FormItem]
  ) -> FormItem {
    .group(name: name, label: label, items())
  }

  /// A text that stays, of one or more lines.
  ///
  /// In a group with a label it is about the group: a front end that asks for one field after the other
  /// says it at the group's first field.
  public static func note(_ name: String, _ text: Message) -> FormItem {
    .note(name: name, text)
  }
}
