@testable import FormworkAsk
@testable import FormworkCore
import FormworkJSON
import FormworkMessages
import FormworkSchema
import FormworkSession
import FormworkTesting
import TestSupport

/// Random input to the form of a random schema whose texts are checked by a program.
struct RandomEntry {
  let form: SchemaForm

  /// The schema, to reproduce a failure.
  let text: String

  /// The kinds of buttons that were pressed, and of those that were pressed while a check ran.
  private(set) var pressed: Set<String> = []
  private(set) var pressedDuringChecks: Set<String> = []

  private let model: FormViewModel
  private var alerted: AlertedForm
  private var drawing: Drawing
  private var checks: [CheckRequest] = []

  /// Creates the entry of a seed; `nil` if its schema allows no value.
  init?(seed: UInt64) throws {
    let random = RandomSchema(seed: seed)
    text = random.schema.checked.text
    let schema = try JSONSchema(reading: text)
    let data = try random.documents.first.map { try JSONDocument(parsing: $0.text).root.node }
    do {
      form = try SchemaForm(schema, data: seed.isMultiple(of: 2) ? data : nil)
    } catch .nothingAllowed {
      return nil
    }
    model = try Self.opened(form, form.start.contents, form.start.counts)
    alerted = AlertedForm(model)
    drawing = Drawing(seed: seed + 1)
    for _ in 0..<60 { step() }
  }

  private static func opened(
    _ form: SchemaForm, _ contents: [FieldID: FieldContent], _ counts: [FieldID: Int]
  ) throws -> FormViewModel {
    let model = FormViewModel("form", catalogue: .ask, prefilled: contents, counts: counts)
    _ = model.open()
    _ = model.handle(.loaded(LoadID(rawValue: 1), try form.definition(named: "form")))
    return model
  }

  var answers: Answers? { model.parts?.root.members }

  /// The answers of a form that opens with the same contents.
  var answersReopened: Answers? {
    get throws {
      var collector = DraftCollector()
      model.parts?.root.collectMembers(&collector, "")
      let entered = collector.entered
      return try Self.opened(form, entered.contents, entered.counts).parts?.root.members
    }
  }

  /// Ends the checks, and returns the value that the form submits; `nil` if it has violations.
  func submit() throws -> JSONNode? {
    for check in checks { _ = model.handle(.checkPassed(check.id), at: check.field) }
    var actions = model.press(.submit)
    while let action = actions.popLast() {
      switch action {
      case .check(let request):
        actions += model.handle(.checkPassed(request.id), at: request.field)
      case .startPause(let field, let id, _):
        actions += model.handle(.pauseElapsed(id), at: field)
      case .submit(_, let answers):
        let outcome = try form.outcome(of: answers)
        if case .accepted(let value) = outcome { return value }
        return nil
      default: break
      }
    }
    return nil
  }

  private mutating func step() {
    switch drawing.draw(0...9) {
    case 0..<5:
      if let input = input() { note(alerted.handle(input, revision: model.tree.revision)) }
    case 5..<9:
      if let button = drawing.one(of: buttons) {
        pressed.insert(button.kind.rawValue)
        if !checks.isEmpty { pressedDuringChecks.insert(button.kind.rawValue) }
        note(alerted.handle(.activate(button.node), revision: model.tree.revision))
      }
    default:
      guard let request = drawing.one(of: checks) else { break }
      checks.removeAll { $0.id == request.id && $0.field == request.field }
      let events: [FieldMachine.Event] = [
        .checkPassed(request.id), .checkRefused(request.id, .customError("no")),
        .checkFailed(request.id, .timedOut),
      ]
      note(alerted.note(model.handle(events[drawing.draw(0...2)], at: request.field)))
    }
    _ = model.tree.takeChanges()
  }

  private mutating func note(_ actions: [FormAction]) {
    for action in actions {
      switch action {
      case .check(let request): checks.append(request)
      case .startPause(let field, let id, _):
        note(alerted.note(model.handle(.pauseElapsed(id), at: field)))
      default: break
      }
    }
  }

  /// Returns an input at one of the fields.
  private mutating func input() -> UserInput? {
    let fields = (model.parts?.fields ?? []).filter { $0.node != nil }
    guard let field = drawing.one(of: fields), let node = field.node else { return nil }
    switch field.content {
    case .text: return .edit(node, .text(drawing.text()), cursor: 0)
    case .secret: return .edit(node, .secret(Secret(drawing.text())), cursor: 0)
    case .toggle: return .choose(node, isOn: drawing.isDrawn(oneIn: 2))
    case .choice, .choices:
      return drawing.one(of: field.options).map { .choose($0, isOn: drawing.isDrawn(oneIn: 2)) }
    }
  }

  /// The buttons of the sections.
  private var buttons: [(node: NodeID, kind: SectionButton.Kind)] {
    var found: [(NodeID, SectionButton.Kind)] = []
    var rest = model.tree.root.map { [$0] } ?? []
    while let node = rest.popLast() {
      if let button = model.drawing.sectionButton(at: node) { found.append((node, button.kind)) }
      rest += model.tree[node]?.children ?? []
    }
    return found
  }
}

extension Drawing {
  fileprivate mutating func one<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[draw(0...elements.count - 1)]
  }

  fileprivate mutating func text() -> String {
    one(of: Self.texts + Self.numbers + ["[1]", "{}", "null"]) ?? ""
  }
}

extension GeneratedValue {
  /// The schema, with a check by a program for texts.
  fileprivate var checked: GeneratedValue {
    switch self {
    case .object(let members):
      var checked = GeneratedValue.object(
        members.map { Member(name: $0.name, value: $0.value.checked) })
      let isSchema = members.contains { ["type", "minLength", "pattern"].contains($0.name) }
      if isSchema { checked["x-formwork"] = ["check": ["./check"]] }
      return checked
    case .array(let elements): return .array(elements.map(\.checked))
    case .null, .bool, .number, .string: return self
    }
  }
}
