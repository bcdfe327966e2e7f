@testable import FormworkCore

/// A form drawn by lot: kinds, rules, checks and conditions that read each other.
struct RandomForm {
  let definition: FormDefinition
  let prefilled: [FieldID: FieldContent]

  init(using generator: inout some RandomNumberGenerator) throws {
    let count = Int.random(in: 2...7, using: &generator)
    let ids = (0..<count).map { FieldID(rawValue: "f\($0)") }
    // A condition reads what comes before its field in this line: there are no circles.
    let line = ids.shuffled(using: &generator)
    var fields: [FieldSpecification] = []
    for (id, kind) in zip(ids, (0..<count).map { _ in Int.random(in: 0..<6, using: &generator) }) {
      let context = Context(
        id: id, others: ids.filter { $0 != id }, before: Array(line.prefix { $0 != id }))
      fields.append(Self.field(kind, context, using: &generator))
    }
    let split = Int.random(in: 0...count, using: &generator)
    let mode: RuleMode = .random(using: &generator) ? .html : .jsonSchema
    definition = try FormDefinition("form", title: "Form", mode: mode) {
      for field in fields[..<split] { FormItem.field(field) }
      FormItem.note("note", "Note")
      FormItem.group("group", label: "Group") {
        for field in fields[split...] { FormItem.field(field) }
      }
    }
    var prefilled: [FieldID: FieldContent] = [:]
    for field in fields where Int.random(in: 0..<6, using: &generator) == 0 {
      prefilled[field.id] = .random(for: field.kind, using: &generator)
    }
    self.prefilled = prefilled
  }

  private struct Context {
    let id: FieldID
    let others: [FieldID]
    let before: [FieldID]
    var label: Message { .verbatim(id.rawValue.uppercased()) }
  }

  private static func field(
    _ kind: Int, _ context: Context, using generator: inout some RandomNumberGenerator
  ) -> FieldSpecification {
    let (id, label) = (context.id, context.label)
    let options: [FieldKind.Option] = [.init("x", label: "X"), .init("y", label: "Y")]
    switch kind {
    case 0: return finish(.text(id, label: label).length(2...4), context, using: &generator)
    case 1: return finish(.secret(id, label: label).length(1...3), context, using: &generator)
    case 2: return finish(.wholeNumber(id, label: label).range(1...5), context, using: &generator)
    case 3: return finish(.toggle(id, label: label), context, using: &generator)
    case 4:
      return finish(
        .choice(id, label: label, options: options), context, using: &generator)
    default:
      return finish(
        .choices(id, label: label, options: options), context, using: &generator)
    }
  }

  private static func finish<Answer>(
    _ bare: Field<Answer>, _ context: Context, using generator: inout some RandomNumberGenerator
  ) -> FieldSpecification {
    var field = bare
    func isDrawn(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &generator) == 0 }
    if isDrawn(3) { field = field.required() }
    if isDrawn(4) {
      field = field.initially(.random(for: field.specification.kind, using: &generator))
    }
    if isDrawn(3) {
      let reads = context.others.filter { _ in isDrawn(2) }
      field = field.rule("even", reading: reads) { _, answers in
        reads.count { answers.value(of: $0) != nil }.isMultiple(of: 2)
          ? nil : .customError("even")
      }
    }
    if isDrawn(2) {
      field = field.checked(
        by: RemoteCheck("check", reading: context.others.filter { _ in isDrawn(3) }))
    }
    if isDrawn(2), !context.before.isEmpty {
      field = field.shown(when: condition(on: context.before, using: &generator))
    }
    return field.specification
  }

  private static func condition(
    on fields: [FieldID], using generator: inout some RandomNumberGenerator
  ) -> Condition {
    let one = fields[.random(in: 0..<fields.count, using: &generator)]
    let other = fields[.random(in: 0..<fields.count, using: &generator)]
    return switch Int.random(in: 0..<5, using: &generator) {
    case 0: .isFilled(one)
    case 1: .not(.isFilled(one))
    case 2: .all([.isFilled(one), .not(.equals(other, .text("ab")))])
    case 3: .any([.isFilled(one), .isFilled(other)])
    default: .equals(one, .toggle(true))
    }
  }
}

extension FieldContent {
  /// Draws content that a field of the kind can hold, whether it makes sense or not.
  static func random(
    for kind: FieldKind, using generator: inout some RandomNumberGenerator
  ) -> FieldContent {
    let texts = ["", "a", "ab", "abc", "abcde", "\u{1B}", "\u{E9}t", "e\u{301}t"]
    let numbers = ["", "1", "3", "9", "x", "1.5"]
    let word = texts[.random(in: 0..<texts.count, using: &generator)]
    switch kind {
    case .text, .textArea, .dateTime, .webAddress: return .text(word)
    case .secret: return .secret(Secret(word))
    case .wholeNumber, .decimal:
      return .text(numbers[.random(in: 0..<numbers.count, using: &generator)])
    case .toggle: return .toggle(.random(using: &generator))
    case .choice(let options):
      return .choice(options.map(\.value).randomElement(using: &generator))
    case .choices(let options):
      return .choices(options.map(\.value).filter { _ in .random(using: &generator) })
    }
  }
}
