/// All that a form knows of one section, without its type.
public struct SectionSpecification: Sendable {
  /// The stable name.
  public let id: FieldID

  /// What a person calls it.
  public let label: Message

  /// What it is made of.
  public internal(set) var body: Body

  /// Help, if any.
  public internal(set) var detail: Message?

  /// Whether the person may leave it out.
  public internal(set) var isOptional = false

  /// Whether an optional section is part of the form before the person has said so.
  public internal(set) var isWantedAtFirst = false

  /// When the section is part of the form; always, where there is none.
  public internal(set) var condition: Condition?

  /// What the whole of it has to keep.
  public internal(set) var rules: [SectionRule] = []

  /// What a section is made of.
  public indirect enum Body: Sendable {
    /// Members by name.
    case object([FormItem])

    /// Items of one shape.
    case list(ListBody)

    /// One of some labelled objects, each named by its option.
    case alternatives([SectionSpecification])

    /// What is made when the person opens it, such as a person's children, who are persons.
    case deferred(DeferredBody)
  }

  init(_ id: FieldID, label: Message, _ body: Body) {
    self.id = id
    self.label = label
    self.body = body
  }
}

/// The items of a list or of a map.
public struct ListBody: Sendable {
  /// What an item is called, without its number.
  public let itemLabel: Message

  /// What an item is made of.
  public let item: [FormItem]

  /// How many items there may be.
  public let count: ClosedRange<Int>

  /// What an item's answer is.
  public let form: Form

  /// Whether no two items may be the same.
  public internal(set) var differs = false

  /// The counts within limits: where there is no greatest one, as many items as a form may have.
  static func count(_ limits: some Limits<Int>) -> ClosedRange<Int> {
    let least = limits.lowerLimit ?? 0
    return least...max(least, limits.upperLimit ?? PartTree.itemLimit)
  }

  /// What the answer of an item is.
  public enum Form: Hashable, Sendable {
    /// An object of its members.
    case object

    /// The answer of its one member.
    case single

    /// The value of a map, whose key is the first member.
    case entry
  }
}

/// Parts that are made when the person opens them.
///
/// A form that contains itself is one that has such a body inside:
///
/// ```swift
/// enum Family {
///   static let person: DeferredBody = .init("person") {
///     name
///     Deferred("child", label: "Child", person).optional()
///   }
/// }
/// ```
///
/// The inner one is optional: a section that was opened stays open, and one that is not optional has to be
/// opened before the form is handed in, so that each would ask for the next.
///
/// Its rules and conditions read what is inside, and what is inside is read from there alone.
public final class DeferredBody: Sendable {
  /// The name by which faults of the definition call it.
  public let name: String

  /// What it is made of.
  package let items: @Sendable () -> [FormItem]

  /// Makes parts that are known once the person opens them.
  public init(_ name: String, @FormBuilder items: @escaping @Sendable () -> [FormItem]) {
    self.name = name
    self.items = items
  }
}

/// A rule about the whole of a section: judged when the person leaves the section or submits the form.
///
/// Members may be empty or wrong then, required ones, too, and are complained of by themselves.
public struct SectionRule: Sendable {
  /// The rule's name.
  public let name: String

  /// Judges the section's answer; `nil` means that the rule holds.
  ///
  /// Pure: the same input gives the same answer.
  public let judge: @Sendable (Answer) -> Violation?

  /// Makes a rule.
  public init(_ name: String, judge: @escaping @Sendable (Answer) -> Violation?) {
    self.name = name
    self.judge = judge
  }
}

extension SectionSpecification {
  /// The field by which the person says that the section is wanted, or which of its alternatives.
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
