@testable import FormworkCore

/// A random form of sections, lists and alternatives, with rules, checks and conditions.
struct RandomForm {
  let definition: FormDefinition
  let prefilled: Draft

  /// The number of validations of fields and sections.
  let validations = Counter()

  init(using generator: inout some RandomNumberGenerator) throws {
    var drawing = Drawing(generator: generator, validations: validations)
    let items = drawing.items(Scope(), count: drawing.draw(2...6))
    let mode: RuleMode = drawing.isDrawn(2) ? .html : .jsonSchema
    let isReviewed = drawing.isDrawn(2)
    definition = try FormDefinition("form", title: "Form", isReviewed: isReviewed, mode: mode) {
      for item in items { item }
    }
    let entered = drawing.entered(into: definition)
    prefilled = Draft(prefilled: entered.contents, counts: entered.counts)
    generator = drawing.generator
  }

  /// The parts that a part may read: earlier ones, so that there are no cycles.
  private struct Scope {
    var fields: [FieldID] = []

    /// Lists, with a condition about each of their items.
    var lists: [(list: FieldID, question: Condition)] = []
    var depth = 0

    var inside: Scope {
      func outside(_ id: FieldID) -> FieldID { FieldID(rawValue: "../\(id)") }
      return Scope(
        fields: fields.map(outside), lists: lists.map { (outside($0.list), $0.question) },
        depth: depth + 1)
    }
  }

  private struct Drawing<Generator: RandomNumberGenerator> {
    var generator: Generator
    let validations: Counter
    var lastName = 0

    var values: [FieldID: Value] = [:]

    mutating func draw(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    mutating func isDrawn(_ odds: Int) -> Bool { draw(1...odds) == 1 }

    mutating func name(_ letter: String) -> FieldID {
      lastName += 1
      return FieldID(rawValue: "\(letter)\(lastName)")
    }

    // MARK: Items

    mutating func items(_ outer: Scope, count: Int) -> [FormItem] {
      var scope = outer
      var items: [FormItem] = []
      for number in 0..<count {
        // Each item or section starts with a field without a condition.
        let isFirst = number == 0 && scope.depth > 0
        switch isFirst || scope.depth > 2 ? 0 : draw(0...9) {
        case 0...4:
          let id = name("f")
          items.append(.field(Shared(field(id, isFirst ? Scope() : scope))))
          scope.fields.append(id)
        case 5: items.append(.note("note\(draw(1...9))", "Note"))
        case 6:
          items.append(
            FormItem.group("group", label: "Group") {
              // A field without a condition, which can have the focus.
              FormItem.field(Shared(field(name("f"), Scope())))
            })
        case 7, 8: items.append(isDrawn(5) ? deferred(scope) : section(&scope))
        default: items.append(list(&scope))
        }
      }
      // Parts may read later parts of the form.
      if scope.depth == 0 { items.shuffle(using: &generator) }
      return items
    }

    private mutating func section(_ scope: inout Scope) -> FormItem {
      let id = name("s")
      let inner = items(scope.inside, count: draw(1...3))
      var specification: SectionSpecification
      if isDrawn(3) {
        let options = (0..<draw(1...3)).map { number in
          Section(FieldID(rawValue: "o\(number)"), label: "Option \(number)") {
            for item in items(scope.inside, count: draw(1...2)) { item }
          }
        }
        specification = SectionSpecification(
          id: id, label: .verbatim(id.rawValue.uppercased()),
          body: .alternatives(options.map(\.specification)))
        specification.isOptional = isDrawn(2)
      } else {
        specification = SectionSpecification(
          id: id, label: .verbatim(id.rawValue.uppercased()), body: .object(inner))
        specification.isOptional = isDrawn(2)
        specification.isWantedAtFirst = isDrawn(3)
      }
      finish(&specification, scope)
      if case .object = specification.body, case .field(let first)? = inner.first {
        scope.fields.append(id.appending(first.id))
      }
      return .section(specification)
    }

    /// Its parts read each other alone, and no other part reads them.
    private mutating func deferred(_ scope: Scope) -> FormItem {
      let id = name("d")
      let inner = items(Scope(depth: scope.depth + 1), count: draw(1...3))
      let body = DeferredBody(id.rawValue) { for item in inner { item } }
      var specification = SectionSpecification(
        id: id, label: .verbatim(id.rawValue.uppercased()), body: .deferred(body))
      specification.isOptional = isDrawn(3)
      finish(&specification, scope)
      return .section(specification)
    }

    private mutating func list(_ scope: inout Scope) -> FormItem {
      let id = name("l")
      let forms: [ListBody.Form] = [.object, .object, .single, .entry]
      let form = forms[draw(0...3)]
      var inner = items(scope.inside, count: form == .object ? draw(1...3) : 1)
      if form == .entry { inner.insert(Field.text(name("k"), label: "K").required().item, at: 0) }
      let least = draw(0...2)
      var body = ListBody(
        itemLabel: "Item", item: inner, count: least...least + draw(0...3), form: form)
      body.differs = form != .entry && isDrawn(3)
      var specification = SectionSpecification(
        id: id, label: .verbatim(id.rawValue.uppercased()), body: .list(body))
      specification.isOptional = isDrawn(4)
      finish(&specification, scope)
      if let question = inner.question { scope.lists.append((id, question)) }
      return .section(specification)
    }

    private mutating func finish(_ section: inout SectionSpecification, _ scope: Scope) {
      if isDrawn(3) {
        let validations = validations
        section.rules = [
          {
            validations.increase()
            return $0.leafCount.isMultiple(of: 2) ? nil : .customError("even")
          }
        ]
      }
      if isDrawn(3) { section.condition = condition(scope) }
      if isDrawn(3) { section.detail = "Detail" }
    }

    // MARK: Fields

    private mutating func field(_ id: FieldID, _ scope: Scope) -> FieldSpecification {
      let label = Message.verbatim(id.rawValue.uppercased())
      let options: [FieldKind.Option] = [.init("x", label: "X"), .init("y", label: "Y")]
      let kind = draw(0...8)
      values[id] =
        [
          .text("ab"), .secret(Secret("ab")), .wholeNumber(3), .toggle(true), .choice("x"),
          .choices(["x"]), .text("1"), .text("https://a.org"), .text("2028-02-29"),
        ][kind]
      switch kind {
      case 8: return finish(dateTime(id, label), scope)
      case 7: return finish(.webAddress(id, label: label).length(13...14), scope)
      case 6: return finish(Field.json(id, label: label), scope)
      case 0: return finish(.text(id, label: label).length(2...4), scope)
      case 1: return finish(.secret(id, label: label).length(1...3), scope)
      case 2: return finish(.wholeNumber(id, label: label).range(1...5), scope)
      case 3: return finish(.toggle(id, label: label), scope)
      case 4: return finish(.choice(id, label: label, options: options), scope)
      default: return finish(.choices(id, label: label, options: options), scope)
      }
    }

    private mutating func dateTime(_ id: FieldID, _ label: Message) -> Field<String> {
      let has = (minimum: !isDrawn(3), maximum: !isDrawn(3))
      func limits(_ texts: [String]) -> (minimum: String?, maximum: String?) {
        (has.minimum ? texts[0] : nil, has.maximum ? texts[1] : nil)
      }
      switch draw(0...2) {
      case 0:
        let limits = limits(["1972-02-29", "2028-02-28"])
        return .date(id, label: label, step: draw(1...2))
          .range(minimum: limits.minimum, maximum: limits.maximum)
      case 1:
        // The second range includes midnight.
        let limits = limits(isDrawn(2) ? ["06:00", "22:30:30"] : ["22:30:30", "06:00"])
        return .time(id, label: label, step: .milliseconds(isDrawn(2) ? 60_000 : 500))
          .range(minimum: limits.minimum, maximum: limits.maximum)
      default:
        let limits = limits(["1972-02-29T06:00", "2028-02-28T22:30:30"])
        return .dateAndTime(id, label: label, step: .seconds(isDrawn(2) ? 60 : 90))
          .range(minimum: limits.minimum, maximum: limits.maximum)
      }
    }

    private mutating func finish<Answer>(_ bare: Field<Answer>, _ scope: Scope)
      -> FieldSpecification
    {
      let validations = validations
      var field = bare.rule { _, _ in
        validations.increase()
        return nil
      }
      let isRequired = isDrawn(3)
      if isDrawn(4) {
        let content = FieldContent.random(for: field.specification.kind, using: &generator)
        if content != .text("\u{1B}"), content != .secret(Secret("\u{1B}")) {
          field = field.initialAnswer(content: content)
        }
      }
      if isDrawn(6) { field = field.excludedFromDrafts() }
      if isDrawn(3) {
        let reads = scope.fields.filter { _ in isDrawn(2) }
        field = field.rule("even", reading: reads) { _, answers in
          reads.count { answers.value(of: $0) != nil }.isMultiple(of: 2)
        }
      }
      if isDrawn(2) {
        field = field.checked(
          by: RemoteCheck("check", reading: scope.fields.filter { _ in isDrawn(3) }))
      }
      var specification = field.specification
      if isRequired { specification.rules.append(.required) }
      if isDrawn(2), let condition = condition(scope) { specification.condition = condition }
      return specification
    }

    // MARK: Conditions

    private mutating func condition(_ scope: Scope) -> Condition? {
      if !scope.lists.isEmpty, isDrawn(2) {
        let (list, question) = scope.lists[draw(0...scope.lists.count - 1)]
        switch draw(0...3) {
        case 0: return .count(list, 1...2)
        case 1: return .anyItem(of: list, question)
        case 2: return .everyItem(of: list, .not(question))
        default:
          return .any([.isFilled(list), .everyItem(of: list, question)])
        }
      }
      guard !scope.fields.isEmpty else { return nil }
      let one = scope.fields[draw(0...scope.fields.count - 1)]
      let other = scope.fields[draw(0...scope.fields.count - 1)]
      switch draw(0...4) {
      case 0: return .isFilled(one)
      case 1: return .not(.isFilled(one))
      case 2: return .all([.isFilled(one), .not(equals(other))])
      case 3: return .any([.isFilled(one), .isFilled(other)])
      default: return equals(one)
      }
    }

    private func equals(_ field: FieldID) -> Condition {
      .equals(field, field.names.last.flatMap { values[$0] } ?? .toggle(true))
    }

    // MARK: Prefilled contents

    mutating func entered(into definition: FormDefinition) -> Draft {
      var entered = Draft()
      enter(definition.items, "", &entered)
      return entered
    }

    private mutating func enter(_ items: [FormItem], _ prefix: String, _ entered: inout Draft) {
      for item in items {
        switch item {
        case .field(let field): enter(field.value, prefix, &entered)
        case .group(_, _, let items): enter(items, prefix, &entered)
        case .note: break
        case .section(let section):
          if let control = section.controlSpecification { enter(control, prefix, &entered) }
          let path = "\(prefix)\(section.id)"
          switch section.body {
          case .object(let items): enter(items, path + "/", &entered)
          case .list(let list):
            let count = draw(0...3)
            if isDrawn(4) { entered.counts[FieldID(rawValue: path)] = count }
            for place in 0..<count { enter(list.item, "\(path)/\(place)/", &entered) }
          case .alternatives(let options):
            for option in options { enter([.section(option)], path + "/", &entered) }
          case .deferred(let body):
            if isDrawn(4) { entered.counts[FieldID(rawValue: path)] = 1 }
            enter(body.items(), path + "/", &entered)
          }
        }
      }
    }

    private mutating func enter(
      _ field: FieldSpecification, _ prefix: String, _ entered: inout Draft
    ) {
      guard isDrawn(7) else { return }
      entered.contents[FieldID(rawValue: "\(prefix)\(field.id)")] = .random(
        for: field.kind, using: &generator)
    }
  }
}

extension [FormItem] {
  /// A condition about an item with these parts: about the innermost list, else the first field.
  fileprivate var question: Condition? {
    for case .section(let section) in self {
      if case .list(let list) = section.body, let inner = list.item.question {
        return .anyItem(of: section.id, inner)
      }
    }
    if case .field(let first)? = first { return .isFilled(first.id) }
    return nil
  }
}

extension Answer {
  /// The number of values.
  fileprivate var leafCount: Int {
    switch self {
    case .value: 1
    case .object(let members):
      members.fields.reduce(0) { $0 + (members.answer(at: $1)?.leafCount ?? 0) }
    case .list(let items): items.reduce(0) { $0 + ($1?.leafCount ?? 0) }
    case .alternative(_, let answer): answer.leafCount
    }
  }
}

extension FieldContent {
  /// Draws valid or invalid content for a field of the kind.
  static func random(
    for kind: FieldKind, using generator: inout some RandomNumberGenerator
  ) -> FieldContent {
    let texts = ["", "a", "ab", "abc", "abcde", "\u{1B}", "\u{E9}t", "e\u{301}t"]
    let numbers = ["", "1", "3", "9", "x", "1.5"]
    let word = texts[.random(in: 0..<texts.count, using: &generator)]
    switch kind {
    case .text, .textArea: return .text(word)
    case .webAddress:
      return .text(NaiveForm.addresses.randomElement(using: &generator)?.text ?? "")
    case .dateTime(let format): return .text(.random(as: format, using: &generator))
    case .secret: return .secret(Secret(word))
    case .raw:
      let values = ["", "1", "[1, 2]", "{\"a\": \"e\u{301}\"}", "{\n}", "x", "[1", "{\"a\": 1}"]
      return .text(values[.random(in: 0..<values.count, using: &generator)])
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

extension String {
  /// Draws a text that is a date or a time, or similar to one.
  fileprivate static func random(
    as format: DateTimeFormat, using generator: inout some RandomNumberGenerator
  ) -> String {
    let dates = [
      "1970-01-01", "1972-02-29", "1972-03-02", "2028-02-28", "2028-02-29", "2027-02-29",
      "2026-11-31", "2026-1-1", "x",
    ]
    let times = [
      "00:00", "06:00", "06:01:30", "22:30:30.5", "22:30:30.050", "23:59", "24:00", "6:00",
      "06:00:60", "06:00:00.",
    ]
    let date = dates[.random(in: 0..<dates.count, using: &generator)]
    let time = times[.random(in: 0..<times.count, using: &generator)]
    switch format {
    case _ where Int.random(in: 0..<9, using: &generator) == 0: return ""
    case .date: return date
    case .time: return time
    case .dateAndTime: return date + (.random(using: &generator) ? "T" : " ") + time
    }
  }
}
