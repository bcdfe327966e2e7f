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

  /// The members, if this is the answer of a section.
  var members: Answers { if case .object(let members) = self { members } else { Answers() } }
}

/// The answers of the parts of a form or section.
public struct Answers: Hashable, Sendable {
  /// The names of the parts that have an answer, in the order of the definition.
  public private(set) var fields: [FieldID]

  private var answers: [FieldID: Answer]

  /// The parts that the answers are about, or `nil` if the program made the answers itself.
  private let subject: Subject?

  /// The parts of a form that some answers are about.
  enum Subject: Sendable {
    /// The members of a section.
    case members(Shape)

    /// The parts that a field reads.
    case reads(Shape)
  }

  /// Creates answers from values, ordered by name.
  ///
  /// They do not know the parts of a form: a part without an answer has the empty answer.
  public init(_ values: [FieldID: Value]) {
    fields = values.keys.sorted { $0.rawValue < $1.rawValue }
    answers = values.mapValues { .value($0) }
    subject = nil
  }

  /// Creates an empty set of answers.
  public init() { self.init(about: nil) }

  init(about subject: Subject?) {
    // An empty literal would build the dictionary key by key.
    fields = []
    answers = Dictionary()
    self.subject = subject
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
      return name == option ? answer.members.answer(at: rest) : nil
    case .value, .list: return nil
    }
  }

  /// Returns the value of the field at a name or path of names.
  public func value(of field: FieldID) -> Value? { answer(at: field)?.value }

  /// The answer of a part in its own type, or the empty answer if the part is empty or hidden.
  ///
  /// - Precondition: The part is in the form, and its path names the sections that contain it.
  public subscript<Handle: PartHandle>(part: Handle) -> Handle.Answer {
    let answer = answer(at: part.id)
    if answer == nil, let subject, !subject.contains(part.id) {
      // A precondition would drop the names in a release build.
      fatalError("\"\(part.id)\" is not one of the parts here: \(subject.names)")
    }
    guard let typed = part.read(answer) else {
      fatalError("the required part \"\(part.id)\" has no answer here")
    }
    return typed
  }
}

extension Answers.Subject {
  /// Whether a path leads to one of the parts.
  fileprivate func contains(_ path: FieldID) -> Bool {
    switch self {
    case .members(let shape): shape.contains(path)
    case .reads(let shape): shape.reads.contains { $0.id == path }
    }
  }

  /// The names of the parts, for the programmer.
  fileprivate var names: String {
    let ids =
      switch self {
      case .members(let shape):
        shape.names.sorted { $0.value < $1.value }.map(\.key).filter { !$0.isControl }
      case .reads(let shape): shape.reads.map(\.id)
      }
    return ids.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

extension Shape {
  /// Whether a path leads to a part, or into a section that the user opens.
  fileprivate func contains(_ path: FieldID) -> Bool {
    if case .deferred? = section?.body { return true }
    guard let (name, rest) = path.split else { return self.names[path] != nil }
    return member(name)?.contains(rest) ?? false
  }
}
