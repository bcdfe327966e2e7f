/// The definition of a form: its items with their rules, and its texts.
public struct FormDefinition: Sendable {
  /// The stable name.
  public let name: String

  /// The title that the user reads.
  public let title: Message

  /// The description that the user reads.
  public let detail: Message?

  /// The label of the button that submits the form.
  public let submitLabel: Message?

  /// The label of the button that declines to answer, or `nil` for no such button.
  public let declineLabel: Message?

  /// Whether the user confirms the answers before the submission.
  ///
  /// The user reviews all answers, or answers the ``confirmation``.
  public let isReviewed: Bool

  /// The question before the submission, in place of a review.
  ///
  /// The focus starts at the negative answer.
  public let confirmation: Message?

  /// The standard that the rules follow.
  public let mode: RuleMode

  /// The items, in order.
  public let items: [FormItem]

  /// The maximum nesting depth of sections that the user opens.
  package static let depthLimit = PartTree.depthLimit

  /// The maximum number of items that a form may ever contain.
  package static let itemLimit = PartTree.itemLimit

  let shape: Shape

  /// The shapes of the sections that the user opens.
  let bodies: DeferredBodies

  /// Creates a definition.
  ///
  /// - Throws: ``DefinitionError`` if the definition contradicts itself. Its cases list all faults.
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

/// A fault of a form's definition.
public indirect enum DefinitionError: UserMessageError, Equatable {
  /// A name is not valid.
  ///
  /// It is empty, is `..`, or contains a slash that is not escaped as `~1`. Or the host uses such
  /// names itself: it ends with a question mark, or a section or group has a number as its name.
  case badName(FieldID)

  /// The contents of the section with this name open themselves without end.
  case endlessSection(String)

  /// Two parts of a section have the same name.
  case duplicateField(FieldID)

  /// A part reads an unknown part.
  case unknownField(FieldID, readBy: FieldID)

  /// A part reads another one in a way that does not fit.
  ///
  /// For example the value of a section, the items of a part that is not a list, or a part within
  /// an item or an opened section from outside.
  case unfit(FieldID, readBy: FieldID)

  /// A condition compares a field with a value that it cannot have, for example an unknown option.
  case unfitValue(of: FieldID, readBy: FieldID)

  /// A choice has no options.
  case noOptions(FieldID)

  /// Two options of a choice have the same value.
  case duplicateOption(of: FieldID)

  /// The conditions of these fields form a cycle.
  case circularConditions([FieldID])

  /// The minimum count of a list is negative, or causes more items than a form may have.
  ///
  /// Lists before and around it contribute to the number of items.
  case badCount(FieldID)

  /// A limit of a field is not a date or time in the format of the field.
  case badLimit(String, of: FieldID)

  /// The field is required after a condition was set, so its answer would be missing while it is hidden.
  case requiredAfterCondition(FieldID)

  /// No content of a field is within all of its limits, for example the lengths 5 to 3.
  case contradictoryLimits(of: FieldID)

  /// A field allows no characters.
  case noCharacters(of: FieldID)

  /// A step of a field is zero or negative.
  case badStep(of: FieldID)

  /// The user could not type the initial answer of a field, for example a control character.
  case badInitialAnswer(of: FieldID)

  /// The fault, its place, and the fix.
  public var message: Message {
    func message(_ words: [String: Message], count: Int? = nil) -> Message {
      .key("definition", of: caseName(of: self), words, count: count)
    }
    return switch self {
    case .badName(let name): message(["name": "\(name)"])
    case .endlessSection(let name): message(["name": "\(name)"])
    case .duplicateField(let field), .noOptions(let field), .requiredAfterCondition(let field),
      .duplicateOption(let field), .contradictoryLimits(let field), .noCharacters(let field),
      .badStep(let field), .badInitialAnswer(let field):
      message(["field": "\(field)"])
    case .unknownField(let field, let reader), .unfit(let field, let reader),
      .unfitValue(let field, let reader):
      message(["field": "\(field)", "reader": "\(reader)"])
    case .circularConditions(let fields):
      message(["fields": .list(fields.map { "\"\($0)\"" })])
    case .badCount(let list): message(["name": "\(list)"], count: PartTree.itemLimit)
    case .badLimit(let limit, let field):
      message(["field": "\(field)", "limit": .verbatim(limit.quoted)])
    }
  }
}

extension FormDefinition: Hashable {
  /// Whether both are copies of the same definition.
  public static func == (one: Self, other: Self) -> Bool { one.shape === other.shape }
  /// Hashes the identity of the definition.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shape)) }
}

extension FormDefinition {
  /// A number that identifies the structure of the form for drafts.
  ///
  /// It depends on the names and kinds of the parts, and is the same in each run and on each machine. It does
  /// not depend on labels, options and rules, because resumed contents are validated.
  public var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(items)
    return hash.value
  }
}

extension StableHash {
  /// Hashes the parts among the items, not the groups.
  fileprivate mutating func combine(_ items: [FormItem]) {
    for item in items {
      switch item {
      case .field(let field): if !field.isExcludedFromDrafts { combine(field.value) }
      case .section(let section): combine(section)
      case .group(_, _, let items): combine(items)
      case .note: break
      }
    }
  }

  private mutating func combine(_ field: FieldSpecification) {
    combine(field.id.rawValue)
    combine(field.kind.name)
  }

  private mutating func combine(_ section: SectionSpecification) {
    combine(section.id.rawValue)
    combine(section.isOptional ? "optional" : "section")
    // The final number marks the end of the section.
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

/// The 64-bit FNV-1a hash.
///
/// Source: Fowler, Noll, Vo, Eastlake: The FNV Non-Cryptographic Hash Algorithm.
package struct StableHash {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Hashes the length of a text before the text, so that no two sequences of texts are alike.
  package mutating func combine(_ text: String) {
    combine(text.utf8.count)
    var text = text
    text.withUTF8 { for byte in $0 { combine(byte) } }
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
  /// The name in fingerprints, which outlives a renamed case.
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
  /// Returns the kind of the field at a path of a draft, such as `contacts/0/address`.
  ///
  /// `nil` means that there is no such field, or that drafts exclude it. The control of an optional
  /// section or of alternatives has the path `address?`. A list has the number of items in
  /// `counts`, or its minimum.
  package func draftedKind(at path: FieldID, counts: [FieldID: Int]) -> FieldKind? {
    guard case .field(let field)? = shape(at: path, counts)?.content,
      field.value.kind != .secret, !field.value.isExcludedFromDrafts
    else { return nil }
    return field.value.kind
  }

  /// Whether the path of a draft leads to a list, or to a section that the user opens.
  package func hasCount(at path: FieldID, counts: [FieldID: Int]) -> Bool {
    switch shape(at: path, counts)?.section?.body {
    case .list, .deferred: true
    case .object, .alternatives, nil: false
    }
  }

  /// Whether the path of a refusal leads to a part, which may be hidden, or in an item of any index.
  package func hasPart(at path: FieldID) -> Bool { shape(at: path, nil) != nil }

  /// The paths of the fields with a check, in order, except those in sections that the user opens.
  package var checkedFields: [FieldID] { shape.checkedFields }

  private func shape(at path: FieldID, _ counts: [FieldID: Int]?) -> Shape? {
    var (shape, walked, depth) = (shape, [FieldID](), 0)
    for name in path.names {
      walked.append(name)
      if let list = shape.list {
        let path = FieldID(rawValue: walked.dropLast().map(\.rawValue).joined(separator: "/"))
        // All items share one shape. An index beyond the current maximum count is still valid in a
        // draft.
        let item = shape.children[0]
        if let place = Int(name.rawValue), String(place) == name.rawValue, place >= 0 {
          guard counts.map({ place < $0[path] ?? list.count.lowerBound }) ?? true
          else { return nil }
          shape = item
        } else {
          // A store knows the values of a map by their keys.
          guard counts == nil, list.form == .entry, let value = item.children.last
          else { return nil }
          shape = value
        }
        continue
      }
      if case .deferred(let body)? = shape.section?.body {
        // A body may contain itself. Without this limit, a path could have any length.
        depth += 1
        guard depth <= Self.depthLimit else { return nil }
        shape = bodies[body] ?? shape
      }
      guard let member = shape.member(name) else { return nil }
      shape = member
    }
    return shape
  }
}

extension Shape {
  fileprivate var checkedFields: [FieldID] {
    if case .field(let field) = content { return field.value.check == nil ? [] : [name] }
    let below = self.children.flatMap(\.checkedFields)
    return name.rawValue.isEmpty ? below : below.map(name.appending)
  }
}
