/// The description of a section, without the type of its answer.
public struct SectionSpecification: Sendable {
  /// The stable name.
  public let id: FieldID

  /// The label that the user reads.
  public let label: Message

  /// The contents.
  public internal(set) var body: Body

  /// The help text.
  public internal(set) var detail: Message?

  /// Whether the user may leave the section out.
  public internal(set) var isOptional = false

  /// Whether an optional section belongs to the form at first.
  public internal(set) var isWantedAtFirst = false

  /// The condition for the section to belong to the form, or `nil` if it always does.
  public internal(set) var condition: Condition?

  /// The rules for the section as a whole, which return the violation in its answer.
  public internal(set) var rules: [@Sendable (Answer) -> Violation?] = []

  /// The contents of a section.
  public indirect enum Body: Sendable {
    /// Members with names.
    case object([FormItem])

    /// Items with the same structure.
    case list(ListBody)

    /// A choice of sections, whose names are the options.
    case alternatives([SectionSpecification])

    /// Parts that are created when the user opens the section, such as the children of a person.
    case deferred(DeferredBody)
  }
}

/// The structure of the items of a list or map.
public struct ListBody: Sendable {
  /// The label of an item, without its number.
  public let itemLabel: Message

  /// The contents of an item.
  public let item: [FormItem]

  /// The permitted numbers of items.
  public let count: ClosedRange<Int>

  /// The form of an item's answer.
  public let form: Form

  /// Whether all items have to be different.
  public internal(set) var differs = false

  /// Returns the permitted numbers for limits; the default maximum is the limit of a form.
  static func count(_ limits: some Limits<Int>) -> ClosedRange<Int> {
    let least = limits.lowerLimit ?? 0
    return least...max(least, limits.upperLimit ?? PartTree.itemLimit)
  }

  /// The form of an item's answer.
  public enum Form: Hashable, Sendable {
    /// The answer is an object of the members.
    case object

    /// The answer is the answer of the single member.
    case single

    /// The answer is a value of a map, and the first member is its key.
    case entry
  }
}

/// Parts that are created when the user opens a section.
///
/// A form that contains itself has such a body within the body:
///
/// ```swift
/// enum Family {
///   static let person: DeferredBody = .init("person") {
///     name
///     Section.deferred("child", label: "Child", person).optional()
///   }
/// }
/// ```
///
/// The inner section has to be optional. An opened section stays open, and a section that is not
/// optional has to be opened before the submission, so each section would require the next one.
///
/// Rules and conditions within a body can read only the parts of the body, and no others can read
/// these parts.
public final class DeferredBody: Sendable {
  /// The name that errors about the definition use.
  public let name: String

  package let items: @Sendable () -> [FormItem]

  /// Whether the items are compiled when the user opens them, instead of with the form.
  let isCompiledWhenOpened: Bool

  /// Creates a body from the items that the user opens.
  public init(_ name: String, @FormBuilder items: @escaping @Sendable () -> [FormItem]) {
    self.name = name
    self.items = items
    isCompiledWhenOpened = false
  }

  /// Creates a body that the form compiles when the user opens it.
  package init(compiledWhenOpened name: String, items: @escaping @Sendable () -> [FormItem]) {
    self.name = name
    self.items = items
    isCompiledWhenOpened = true
  }
}

extension SectionSpecification {
  /// The field with which the user includes the section, or chooses an alternative.
  var controlSpecification: FieldSpecification? {
    var control: FieldSpecification
    if case .alternatives(let options) = body {
      control = FieldSpecification(
        id: id.control,
        kind: .choice(options.map { FieldKind.Option($0.id.rawValue, label: $0.label) }),
        label: label)
      if !isOptional { control.rules = [.required] }
    } else if isOptional {
      control = FieldSpecification(id: id.control, kind: .toggle, label: label)
      control.initial = .toggle(isWantedAtFirst)
    } else {
      return nil
    }
    control.detail = detail
    return control
  }
}
