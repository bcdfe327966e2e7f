/// The answer of one part of a form.
public indirect enum Answer: Hashable, Sendable {
  /// The value of a field.
  case value(Value)

  /// The members of a section, or the entries of a map.
  case object(Answers)

  /// The items of a list, in order. `nil` is an item without an answer.
  case list([Answer?])

  /// The name and the answer of the chosen section.
  case alternative(FieldID, Answer)

  /// The value, if this is the answer of a field.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// The items, if this is the answer of a list.
  public var items: [Answer?] { if case .list(let items) = self { items } else { [] } }
}

extension Answer? {
  /// The members of a section, or no members if there is no section.
  var members: Answers { if case .object(let members)? = self { members } else { Answers() } }
}

/// The answers of the parts of a form or section.
public struct Answers: Hashable, Sendable {
  /// The names of the parts that have an answer, in the order of the definition.
  public private(set) var fields: [FieldID]

  private var answers: [FieldID: Answer]

  /// Creates answers from values, ordered by name.
  public init(_ values: [FieldID: Value]) {
    fields = values.keys.sorted { $0.rawValue < $1.rawValue }
    answers = values.mapValues { .value($0) }
  }

  /// Creates an empty set of answers.
  public init() {
    // An empty literal would build the dictionary key by key.
    fields = []
    answers = Dictionary()
  }

  /// Whether both have equal answers, in any order.
  public static func == (one: Answers, other: Answers) -> Bool { one.answers == other.answers }

  /// Hashes the answers without their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(answers) }

  /// Adds the answer of a part after the others, or replaces its answer.
  public mutating func append(_ field: FieldID, _ answer: Answer) {
    if answers.updateValue(answer, forKey: field) == nil { fields.append(field) }
  }

  /// Returns the answer at a name, or at a path of names such as `address/city`.
  ///
  /// `nil` means that the part is empty, hidden or invalid.
  public func answer(at path: FieldID) -> Answer? {
    if let answer = answers[path] { return answer }
    guard let (name, rest) = path.split, let answer = answers[name] else { return nil }
    switch answer {
    case .object(let members): return members.answer(at: rest)
    case .alternative(let option, let answer):
      guard let (name, rest) = rest.split else { return rest == option ? answer : nil }
      return name == option ? Optional(answer).members.answer(at: rest) : nil
    case .value, .list: return nil
    }
  }

  /// Returns the value of the field at a name or path of names.
  public func value(of field: FieldID) -> Value? { answer(at: field)?.value }

  /// The answer of a part in its own type, or the empty answer if the part is empty or hidden.
  public subscript<Handle: PartHandle>(part: Handle) -> Handle.Answer {
    part.read(answer(at: part.id))
  }
}
