/// What a part of a form says.
public indirect enum Answer: Equatable, Sendable {
  /// The value of a field.
  case value(Value)

  /// The members of a section, or the entries of a map.
  case object(Answers)

  /// The items of a list, in order; `nil` is one that says nothing.
  case list([Answer?])

  /// The section that was chosen, by name, and what it says.
  case alternative(FieldID, Answer)

  /// The value of a field.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// The items of a list; `nil` is one that says nothing.
  public var items: [Answer?] { if case .list(let items) = self { items } else { [] } }
}

extension Answer? {
  /// The members of a section; none where there is no section.
  var members: Answers { if case .object(let members)? = self { members } else { Answers() } }
}

/// What the parts of a form, or of a section of it, say.
public struct Answers: Equatable, Sendable {
  /// The parts that have an answer, in the order of the definition.
  public private(set) var fields: [FieldID]

  private var answers: [FieldID: Answer]

  /// Makes answers of values; their order is that of their names.
  public init(_ values: [FieldID: Value]) {
    fields = values.keys.sorted { $0.rawValue < $1.rawValue }
    answers = values.mapValues { .value($0) }
  }

  /// Makes none.
  public init() {
    // A literal would be made into a dictionary step by step, with each key.
    fields = []
    answers = Dictionary()
  }

  /// Whether both say the same, in whatever order.
  public static func == (one: Answers, other: Answers) -> Bool { one.answers == other.answers }

  /// Adds what a part says, behind the others.
  public mutating func append(_ field: FieldID, _ answer: Answer) {
    if answers.updateValue(answer, forKey: field) == nil { fields.append(field) }
  }

  /// What a part says, by its name or a path of names such as `address/city`; `nil` where it is empty,
  /// hidden or says nothing that makes sense.
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

  /// The value of a field, by its name or a path of names.
  public func value(of field: FieldID) -> Value? { answer(at: field)?.value }

  /// What a part says, in its own type: of an empty or a hidden part, the empty answer.
  public subscript<Handle: PartHandle>(part: Handle) -> Handle.Answer {
    part.read(answer(at: part.id))
  }
}
