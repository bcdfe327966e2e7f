/// A form: its fields with their rules, in order, and what it is called.
public struct FormDefinition: Sendable {
  /// The stable name.
  public let name: String

  /// What a person calls it.
  public let title: Message

  /// What it is for, if that needs saying.
  public let detail: Message?

  /// What the button says that hands it in.
  public let submitLabel: Message?

  /// What the button says that declines to answer; there is none where it is `nil`.
  public let declineLabel: Message?

  /// Whether the person is asked once more before the answers are handed in: shown all of them, or asked the
  /// ``confirmation``.
  public let isReviewed: Bool

  /// What the person is asked before the answers are handed in, in place of the answers; the person begins at the
  /// answer that does nothing.
  public let confirmation: Message?

  /// Whose words the rules are in.
  public let mode: RuleMode

  /// What it shows, in order.
  public let items: [FormItem]

  /// How many sections that were made when a person opened them may stand in each other.
  package static let depthLimit = PartTree.depthLimit

  /// How many items a form may be given in all.
  package static let itemLimit = PartTree.itemLimit

  /// What the form as a whole is made of.
  let shape: Shape

  /// What the parts are made of that are made when a person opens them.
  let bodies: DeferredBodies

  /// Makes a form.
  ///
  /// - Throws: ``DefinitionError`` where two parts of a section have one name, a rule, a check or a
  ///   condition reads a part that is not there or is none such, or a value that it cannot have, there is
  ///   nothing to choose from, conditions depend on each other in a circle,
  ///   the limit of a date or time is none, or a section contains itself without end.
  public init(
    _ name: String, title: Message, detail: Message? = nil, submitLabel: Message? = nil,
    declineLabel: Message? = nil, isReviewed: Bool = false, confirmation: Message? = nil,
    mode: RuleMode = .html, @FormBuilder items: () -> [FormItem]
  ) throws(DefinitionError) {
    self.name = name
    self.title = title
    self.detail = detail
    self.submitLabel = submitLabel
    self.declineLabel = declineLabel
    self.isReviewed = isReviewed || confirmation != nil
    self.confirmation = confirmation
    self.mode = mode
    self.items = items()
    shape = try Shape.compile(self.items)
    bodies = try DeferredBodies(in: self.items)
  }
}

/// What is wrong with a form's definition.
public enum DefinitionError: Explained, Equatable {
  /// A name that is none: it is empty, leads to a section around, or has a slash that is not written `~1`; or
  /// one that the host itself gives: it ends with a question mark, or is a number and that of a group.
  case badName(FieldID)

  /// What is in the section of this name opens itself again and again.
  case endlessSection(String)

  /// Two parts of a section have one name.
  case duplicateField(FieldID)

  /// A field reads another that is not there.
  case unknownField(FieldID, readBy: FieldID)

  /// A field reads another part as what it is not: the value of a section, the items of what is no list, or
  /// from outside what is in an item, or in a section that is opened.
  case unfit(FieldID, readBy: FieldID)

  /// A condition compares a field with a value that it cannot have, such as an option that is none of its own.
  case unfitValue(of: FieldID, readBy: FieldID)

  /// There is nothing to choose from.
  case noOptions(FieldID)

  /// One of some alternatives has a condition of its own.
  case conditionalOption(FieldID)

  /// The conditions of these fields depend on each other in a circle.
  case circularConditions([FieldID])

  /// The least count of a list is less than 0, or makes more items than a form may have, together with those of
  /// the lists before it and around it.
  case badCount(FieldID)

  /// A field's limit is no date or time such as the field holds.
  case badLimit(String, of: FieldID)

  /// What, where, and the mend.
  public var message: Message {
    switch self {
    case .badName(let name): Message("definition.badName", ["name": .verbatim(name.rawValue)])
    case .endlessSection(let name):
      Message("definition.endlessSection", ["name": .verbatim(name)])
    case .duplicateField(let field):
      Message("definition.duplicateField", ["field": .verbatim(field.rawValue)])
    case .unknownField(let field, let reader):
      Message(
        "definition.unknownField",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .unfit(let field, let reader):
      Message(
        "definition.unfit",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .unfitValue(let field, let reader):
      Message(
        "definition.unfitValue",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .noOptions(let field):
      Message("definition.noOptions", ["field": .verbatim(field.rawValue)])
    case .conditionalOption(let option):
      Message("definition.conditionalOption", ["name": .verbatim(option.rawValue)])
    case .circularConditions(let fields):
      Message(
        "definition.circularConditions",
        ["fields": .list(fields.map { .verbatim("\"\($0)\"") })])
    case .badCount(let list):
      Message("definition.badCount", ["name": .verbatim(list.rawValue)], count: PartTree.itemLimit)
    case .badLimit(let limit, let field):
      Message(
        "definition.badLimit",
        ["field": .verbatim(field.rawValue), "limit": .verbatim(limit.quoted)])
    }
  }
}

extension FormDefinition: Hashable {
  /// Whether both are what was made once.
  public static func == (one: Self, other: Self) -> Bool { one.shape === other.shape }
  /// Takes in what tells the form from others.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shape)) }
}

extension FormDefinition {
  /// A number that differs where what can be kept in a draft differs: by the names and the kinds of
  /// the parts, and by the options.
  ///
  /// The same in each run and on each machine. Labels and rules are not in it: what was entered is
  /// judged anew wherever it is used.
  public var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(items)
    return hash.value
  }
}

extension StableHash {
  /// Takes in what is entered into some items; a group of them is no part.
  fileprivate mutating func combine(_ items: [FormItem]) {
    for item in items {
      switch item {
      case .field(let field): if !field.isLeftOutOfDrafts { combine(field) }
      case .section(let section): combine(section)
      case .group(_, _, let items): combine(items)
      case .note: break
      }
    }
  }

  private mutating func combine(_ field: FieldSpecification) {
    combine(field.id.rawValue)
    combine(field.kind.name)
    combine(field.kind.options.count)
    for option in field.kind.options { combine(option.value) }
  }

  private mutating func combine(_ section: SectionSpecification) {
    combine(section.id.rawValue)
    combine(section.isOptional ? "optional" : "section")
    // The number behind tells where it ends.
    switch section.body {
    case .object(let items):
      combine("object")
      combine(items)
    case .list(let list):
      combine("list")
      combine(list.item)
    case .alternatives(let options):
      combine("alternatives")
      for option in options { combine(option) }
    case .deferred(let body): combine(body.name)
    }
    combine(-1)
  }
}

/// The hash FNV-1a in 64 bits.
///
/// Source: Fowler, Noll, Vo, Eastlake: The FNV Non-Cryptographic Hash Algorithm.
private struct StableHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes in a text, its length first: no two rows of texts look alike.
  mutating func combine(_ text: String) {
    combine(text.utf8.count)
    for byte in text.utf8 { combine(byte) }
  }

  mutating func combine(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}

extension FieldKind {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .textArea: "textArea"
    case .secret: "secret"
    case .wholeNumber: "wholeNumber"
    case .decimal: "decimal"
    case .dateTime(let format): format.rawValue
    case .webAddress: "webAddress"
    case .raw: "raw"
    case .toggle: "toggle"
    case .choice: "choice"
    case .choices: "choices"
    }
  }
}

extension FormDefinition {
  /// What the field at a path of names and places holds, such as `contacts/0/address`; `nil` where there can
  /// be no such field, or none that goes into a draft.
  ///
  /// What says whether the section `address` is wanted, or which of its alternatives, is at `address?`.
  /// There are as many items as the draft's counts say, or as a list begins with.
  package func draftedKind(at path: FieldID, counts: [FieldID: Int]) -> FieldKind? {
    guard case .field(let field)? = shape(at: path, counts)?.content,
      field.value.kind != .secret, !field.value.isLeftOutOfDrafts
    else { return nil }
    return field.value.kind
  }

  /// Whether a list, or a section that is opened, is at a path of names and places.
  package func hasCount(at path: FieldID, counts: [FieldID: Int]) -> Bool {
    switch shape(at: path, counts)?.section?.body {
    case .list, .deferred: true
    case .object, .alternatives, nil: false
    }
  }

  /// The fields that a check has the last word on, by the names that lead to them, in order; those of a section that is opened
  /// later are not among them.
  package var checkedFields: [FieldID] { shape.checkedFields }

  private func shape(at path: FieldID, _ counts: [FieldID: Int]) -> Shape? {
    var (shape, walked, depth) = (shape, [FieldID](), 0)
    for name in path.names {
      walked.append(name)
      if let list = shape.list {
        let path = FieldID(rawValue: walked.dropLast().map(\.rawValue).joined(separator: "/"))
        // An item has the members that all of them have; one that is too many now may have been kept.
        guard let place = Int(name.rawValue), String(place) == name.rawValue, place >= 0,
          place < counts[path] ?? list.count.lowerBound
        else { return nil }
        shape = shape.children[0]
        continue
      }
      if case .deferred(let body)? = shape.section?.body {
        // A body may contain itself: without this limit a path might be of any length.
        depth += 1
        guard depth <= Self.depthLimit else { return nil }
        shape = bodies[body] ?? shape
      }
      guard let route = shape.way(to: name) else { return nil }
      shape = route.downs.reduce(shape) { shape, step in
        switch step {
        case .child(let place): shape.children[place]
        case .eachItem: shape.children[0]
        case .control: shape.control ?? shape
        }
      }
    }
    return shape
  }
}

extension Shape {
  fileprivate var checkedFields: [FieldID] {
    if case .field(let field) = content { return field.value.check == nil ? [] : [name] }
    let below = children.flatMap(\.checkedFields)
    return name.rawValue.isEmpty ? below : below.map(name.appending)
  }
}
