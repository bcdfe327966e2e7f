@testable import FormworkCore
import TestSupport
import Testing

/// A form and its naive counterpart during random events, legal, late and senseless.
struct RandomRun {
  let viewModel: FormViewModel
  private var form: AlertedForm
  private(set) var naive: NaiveForm
  private var generator: SeededGenerator
  private let definition: FormDefinition
  private let validations: Counter

  /// The view tree of the front end: received changes and typed texts.
  private(set) var picture = ViewTree()

  /// The draft that a loaded form offers to the user.
  let draft: Draft?
  private var isOffered = false

  /// Operations that have not answered yet.
  private var work: [FormAction] = []

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let form = try RandomForm(using: &generator)
    guard Bool.random(using: &generator) else {
      self.init(form, nil, generator)
      return
    }
    // Answers of an earlier run, with or without answers that do not fit the form.
    var previous = RandomRun(form, nil, SeededGenerator(seed: seed + 1_000))
    for number in 0..<20 + previous.draw(20) { _ = previous.step(number) }
    var draft = previous.viewModel.drafts.whole(of: previous.viewModel.parts?.root)
    if Bool.random(using: &generator) { draft.corrupt(using: &generator) }
    self.init(form, draft, generator)
  }

  private init(_ form: RandomForm, _ draft: Draft?, _ generator: SeededGenerator) {
    self.generator = generator
    self.draft = draft
    definition = form.definition
    validations = form.validations
    viewModel = FormViewModel(
      "form", catalogue: .codes, prefilled: form.prefilled.contents,
      counts: form.prefilled.counts)
    self.form = AlertedForm(viewModel)
    naive = NaiveForm(prefilled: form.prefilled)
  }

  /// The effects of one step on both forms.
  struct Step {
    let event: Any
    let actions: [FormAction]
    let naiveActions: [FormAction]
    let isFlushed: Bool

    /// The number of validations, by the form and by the naive one.
    let validations: (form: Int, naive: Int)

    /// The number of changes that the front end received.
    let changeCount: Int

    /// Whether a form may have been loaded.
    var isLoad: Bool {
      if case .form(.loaded)? = event as? NaiveForm.OperationResult { true } else { false }
    }

    /// The step, for the report of a failure.
    var comment: Comment {
      let text = "\(event)"
      return Comment(rawValue: text.count > 2_000 ? "loaded" : text)
    }
  }

  /// An event for both forms.
  private struct Move {
    var event: Any
    var naive: (inout NaiveForm) -> Void
    var form: (inout AlertedForm) -> [FormAction]
  }

  mutating func step(_ number: Int) -> Step {
    let move = move(number)
    let start = validations.count
    move.naive(&naive)
    let middle = validations.count
    let actions = move.form(&form)
    let end = validations.count
    work += actions
    var changeCount = 0
    let isFlushed = draw(3) > 0
    if isFlushed {
      let changes = viewModel.tree.takeChanges()
      changeCount = changes.count
      picture.replay(changes)
      naive.flushes += 1
    }
    return Step(
      event: move.event, actions: actions, naiveActions: naive.takeActions(),
      isFlushed: isFlushed, validations: (end - middle, middle - start), changeCount: changeCount)
  }

  private mutating func move(_ number: Int) -> Move {
    if number == 0 {
      return Move(event: "open") {
        $0.open()
      } form: {
        $0.note($0.viewModel.open())
      }
    }
    if !isOffered, let draft, naive.form.state == .editing || draw(20) == 0 {
      isOffered = naive.form.state == .editing
      return Move(event: draft) {
        $0.offer(draft)
      } form: {
        $0.note($0.viewModel.offer(draft, savedAt: "noon"))
      }
    }
    switch draw(100) {
    case 0..<62:
      let user = userAct()
      show(user)
      let places = places
      return Move(event: user) {
        $0.handle(user) { places[$0] }
      } form: {
        switch user {
        case .input(let input, let revision): $0.handle(input, revision: revision)
        case .garble(let node): $0.note($0.viewModel.refuse(node, .noText))
        }
      }
    case 62..<98:
      let news = operationResult()
      return Move(event: news) {
        $0.handle(news)
      } form: {
        switch news {
        case .form(let event): $0.note($0.viewModel.handle(event))
        case .field(let field, let event): $0.note($0.viewModel.handle(event, at: field))
        }
      }
    case 98:
      let button = FormButton.random(using: &generator)
      let revision = viewModel.tree.revision + 1
      return Move(event: button) {
        $0.press(button, revision)
      } form: {
        $0.press(button)
      }
    default:
      switch draw(8) {
      case 0:
        return Move(event: "decline") {
          $0.decline()
        } form: {
          $0.press(.decline)
        }
      case 1:
        return Move(event: "leave unasked") {
          $0.leaveUnasked()
        } form: {
          $0.note($0.viewModel.leaveUnasked())
        }
      case 2, 3:
        return Move(event: "interrupt") {
          $0.interrupt()
        } form: {
          $0.note($0.viewModel.interrupted())
        }
      default:
        return Move(event: "nothing") { _ in
        } form: { _ in
          []
        }
      }
    }
  }

  private mutating func draw(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

  /// Displays a typed text before the host confirms it.
  private mutating func show(_ act: NaiveForm.UserAct) {
    switch act {
    case .input(.edit(let node, let content, let cursor), _): show(content, cursor, in: node)
    case .input(.commit(let node, let content?), _): show(content, content.cursorAtEnd, in: node)
    default: break
    }
  }

  private mutating func show(_ content: FieldContent, _ cursor: Int, in node: NodeID) {
    guard case .field(let path) = places[node], naive.entries[path]?.isTyped ?? false else {
      return
    }
    picture.adopt(node, .value, content.shown)
    let cursor = content.cursorShown(
      max(0, min(cursor, content.cursorAtEnd)), allowingLines: picture.kind(of: node) == .textArea)
    picture.adopt(node, .cursor, .number(cursor))
  }

  // MARK: Events

  private var places: [NodeID: NaiveForm.Place] {
    var places: [NodeID: NaiveForm.Place] = [:]
    for record in viewModel.parts?.fields ?? [] {
      let path = record.path.rawValue
      if let node = record.node { places[node] = .field(path) }
      for (option, node) in record.options.enumerated() { places[node] = .option(path, option) }
    }
    var rest = viewModel.tree.root.map { [$0] } ?? []
    while let next = rest.popLast(), let node = viewModel.tree[next] {
      if let button = viewModel.drawing.sectionButton(at: next) {
        places[next] = .sectionButton(button.section.path.rawValue, button.kind)
      } else if node.kind == .button {
        places[next] =
          FormButton(rawValue: node.name).map { .button($0) }
          ?? .line(String(node.name.dropFirst("change:".count)))
      }
      rest += node.children
    }
    return places
  }

  private mutating func anyNode() -> NodeID {
    NodeID(rawValue: UInt32(draw(Int(places.keys.map(\.rawValue).max() ?? 3) + 4)))
  }

  private mutating func anyNode(where isOne: (NaiveForm.Place) -> Bool) -> NodeID? {
    let nodes = places.filter { isOne($0.value) }.keys
    return nodes.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &generator)
  }

  private mutating func anyRevision() -> UInt64 {
    let now = viewModel.tree.revision
    return draw(6) > 0 ? now : now - min(now, UInt64(draw(3)))
  }

  private mutating func userAct() -> NaiveForm.UserAct {
    let node = draw(5) > 0 ? viewModel.tree.focus ?? anyNode() : anyNode()
    let revision = anyRevision()
    return userInput(at: node).map { .input($0, revision: revision) } ?? .garble(node)
  }

  /// Returns an input, or `nil` for invalid text.
  private mutating func userInput(at place: NodeID) -> UserInput? {
    var node = place
    let content = content(for: node)
    // A question blocks everything else: in most cases it is answered.
    if naive.question != nil, draw(3) == 0 {
      if draw(8) == 0 { return .back(insists: draw(2) == 0) }
      let answers = Set(naive.places)
      return .activate(anyNode { answers.contains($0) } ?? node)
    }
    switch draw(40) {
    case 0..<14: return .edit(node, content, cursor: draw(9) - 2)
    case 14..<18: return .commit(node, .random(using: &generator) ? content : nil)
    case 23: return .reset(node)
    case 18..<23:
      if let options = viewModel.tree[node]?.children, draw(4) > 0 {
        node = options.randomElement(using: &generator) ?? node
      }
      return .choose(node, isOn: .random(using: &generator))
    case 24: return .activate(node)
    case 25..<30:
      let button = anyNode { place in
        switch place {
        case .button, .sectionButton, .line: true
        case .field, .option: false
        }
      }
      return .activate(button ?? node)
    case 30..<32: return .go(.node(anyNode()))
    case 32..<35: return .go(draw(3) == 0 ? .nextSection : .next)
    case 35..<37: return .go(draw(3) == 0 ? .previousSection : .previous)
    case 37: return nil
    case 38 where draw(3) == 0: return .back(insists: draw(2) == 0)
    default: return .reload
    }
  }

  private mutating func content(for node: NodeID) -> FieldContent {
    guard case .field(let path) = places[node], let entry = naive.entries[path], draw(12) > 0 else {
      return [.text("?"), .secret(Secret("?")), .choices(["?"])][draw(3)]
    }
    return .random(for: entry.specification.kind, using: &generator)
  }

  /// Returns the answer to an open, old or unknown question.
  private mutating func operationResult() -> NaiveForm.OperationResult {
    let place = draw(2) == 0 ? work.count - 1 : draw(max(1, work.count))
    guard work.indices.contains(place), draw(12) > 0 else { return senselessResult() }
    let violation = Violation.customError("no")
    switch work.remove(at: place) {
    case .load(let id), .reload(let id):
      return .form(draw(3) > 0 ? .loaded(id, definition) : .loadFailed(id, .timedOut))
    case .startPause(let field, let id, _): return .field(field, .pauseElapsed(id))
    case .check(let request):
      let results: [FieldMachine.Event] = [
        .checkPassed(request.id), .checkPassed(request.id), .checkRefused(request.id, violation),
        .checkFailed(request.id, .failed("no route")),
      ]
      return .field(request.field, results[draw(4)])
    case .submit(let id, _):
      let fields = naive.pointers + ["ghost"]
      var refusals = fields.filter { _ in draw(5) == 0 }.map { FormIssue($0, violation) }
      if draw(3) == 0 { refusals.append(FormIssue(nil, violation)) }
      if draw(6) == 0 { return .form(.accepted(id)) }
      return .form(draw(2) == 0 ? .failed(id, .timedOut) : .refused(id, refusals))
    case .cancelLoad, .cancel, .saveDraft, .discardDraft, .asked, .withdrewReview, .showed, .ended:
      return senselessResult()
    }
  }

  private mutating func senselessResult() -> NaiveForm.OperationResult {
    let number = UInt64(draw(4))
    let field = (draw(4) > 0 ? naive.pointers.first : nil) ?? "ghost"
    switch draw(7) {
    case 0: return .form(.loaded(LoadID(rawValue: number), definition))
    case 1: return .form(.loadFailed(LoadID(rawValue: number), .timedOut))
    case 2: return .field(field, .checkPassed(CheckID(rawValue: number)))
    case 3: return .field(field, .pauseElapsed(CheckID(rawValue: number)))
    case 4: return .form(.accepted(SubmissionID(rawValue: number + 7)))
    case 5: return .form(.refused(SubmissionID(rawValue: number), []))
    default: return .form(.failed(SubmissionID(rawValue: number), .timedOut))
    }
  }
}

extension Draft {
  /// Adds entries that do not fit the form.
  fileprivate mutating func corrupt(using generator: inout some RandomNumberGenerator) {
    let contents: [FieldContent] = [.text("?"), .toggle(true), .choice("?"), .choices(["?"])]
    for path in self.contents.keys.sorted(by: { $0.rawValue < $1.rawValue })
    where Int.random(in: 0..<4, using: &generator) == 0 {
      self.contents[path] = contents.randomElement(using: &generator)
    }
    for path in counts.keys.sorted(by: { $0.rawValue < $1.rawValue })
    where Int.random(in: 0..<2, using: &generator) == 0 {
      counts[path] = Int.random(in: 0..<7, using: &generator)
    }
    self.contents["ghost/0/name"] = .text("a")
    counts["ghost"] = 2
    touched.insert("ghost")
  }
}

extension CaseIterable {
  fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Self {
    allCases[
      allCases.index(
        allCases.startIndex, offsetBy: .random(in: 0..<allCases.count, using: &generator))]
  }
}
