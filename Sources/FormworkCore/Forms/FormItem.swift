/// An element of a form.
public enum FormItem: Sendable {
  /// A field.
  case field(Shared<FieldSpecification>)

  /// A named section of parts, which has an answer.
  indirect case section(SectionSpecification)

  /// Items under a common label. Each of them belongs to the section that contains the group.
  indirect case group(name: String, label: Message, [FormItem])

  /// A permanent text of one or more lines.
  indirect case note(name: String, Message)
}

/// A constant that several owners share, because a copy of a large value costs time and memory.
@dynamicMemberLookup
public final class Shared<Value: Sendable>: Sendable {
  /// The constant.
  public let value: Value

  init(_ value: Value) { self.value = value }

  /// Returns a property of the constant.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }
}

/// A property that most values lack, stored as a single pointer to save space.
@propertyWrapper
public struct Rare<Value: Sendable>: Sendable {
  private var shared: Shared<Value>?

  /// Creates a property with a value, if there is one.
  public init(wrappedValue: Value?) { shared = wrappedValue.map { Shared($0) } }

  /// The value; `nil` if there is none.
  public var wrappedValue: Value? {
    get { shared?.value }
    set { shared = newValue.map { Shared($0) } }
  }
}

/// A builder for the items of a form.
@resultBuilder
public enum FormBuilder {
  /// Adds a field or a section.
  public static func buildExpression(_ part: some PartHandle) -> [FormItem] { [part.item] }

  /// Adds a group or a note.
  public static func buildExpression(_ item: FormItem) -> [FormItem] { [item] }

  /// Adds items that the program has made.
  package static func buildExpression(_ items: [FormItem]) -> [FormItem] { items }

  /// Joins items.
  public static func buildBlock(_ items: [FormItem]...) -> [FormItem] { items.flatMap(\.self) }

  /// Joins the items of a loop.
  public static func buildArray(_ items: [[FormItem]]) -> [FormItem] { items.flatMap(\.self) }

  /// Adds optional items.
  public static func buildOptional(_ items: [FormItem]?) -> [FormItem] { items ?? [] }

  /// Adds the items of the first branch.
  public static func buildEither(first items: [FormItem]) -> [FormItem] { items }

  /// Adds the items of the second branch.
  public static func buildEither(second items: [FormItem]) -> [FormItem] { items }
}

extension FormItem {
  /// Returns items under a common label.
  public static func group(
    _ name: String, label: Message, @FormBuilder items: () -> [FormItem]
  ) -> FormItem {
    .group(name: name, label: label, items())
  }

  /// Returns a permanent text of one or more lines.
  ///
  /// A note in a group is about the group. A front end that asks one field at a time shows it
  /// before the first field of the group.
  public static func note(_ name: String, _ text: Message) -> FormItem {
    .note(name: name, text)
  }
}
