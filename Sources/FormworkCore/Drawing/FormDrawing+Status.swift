extension FormDrawing {
  /// Shows where the form is, and the labels of the fields that a submission waits for.
  func drawStatus(_ state: FormMachine.State, awaiting labels: @autoclosure () -> [Message]) {
    guard let screen else { return }
    let (status, explanation): (NodeStatus, Message?) =
      switch state {
      case .loading, .reloading: (.loading, "loading")
      case .loadFailed(let reason): (.failed, .loadFailed(reason))
      case .awaitingChecks: (.waiting, .awaitingChecks(labels()))
      case .submitting: (.submitting, "submitting")
      case .submitted: (.done, nil)
      case .blank, .offeringDraft, .editing, .reviewing, .confirmingLeave, .cancelled, .declined:
        (.nothing, nil)
      }
    tree.set(screen, status, explanation.map(words))
    tree.set(
      screen, .busy, [.loading, .waiting, .submitting].contains(status) ? .number(1) : nil)
  }

  /// Shows what is known about a field.
  func drawStatus(of field: FieldPart) {
    guard let node = field.node else { return }
    let (status, explanation) = field.told
    tree.set(node, status, explanation.map(words))
  }

  /// Shows what is wrong with the whole of a section: where it is not shown itself, on what says whether
  /// it is wanted.
  func drawStatus(of section: SectionPart) {
    if section.node == nil, let control = section.control {
      return drawStatus(of: control)
    }
    guard let node = section.node else { return }
    let explanation = section.explanation
    tree.set(node, explanation == nil ? .nothing : .invalid, explanation.map(words))
  }
}

extension ViewTree {
  fileprivate mutating func set(_ node: NodeID, _ status: NodeStatus, _ text: PropertyValue?) {
    set(node, .status, status == .nothing ? nil : .number(status.rawValue))
    set(node, .explanation, text)
  }
}

extension FieldPart {
  /// What a front end is told of the field.
  fileprivate var told: (NodeStatus, Message?) {
    let (status, explanation) = toldOfItself
    // A section that is not shown itself has no other place for what is wrong with it.
    guard let section = parent, section.control === self, section.node == nil, !status.isComplaint,
      let fault = section.explanation
    else { return (status, explanation) }
    return (.invalid, fault)
  }

  private var toldOfItself: (NodeStatus, Message?) {
    func explain(_ violations: [Violation]) -> Message {
      // Most often there is one, with many a key: no list is made of it.
      if violations.count == 1 { return violations[0].message(of: specification.id) }
      return .sentences(violations.map { $0.message(of: specification.id) })
    }
    switch machine.state {
    case .untouched, .excluded: return (.nothing, nil)
    case .incomplete(let violations): return (.incomplete, explain(violations))
    case .invalid(let violations): return (.invalid, explain(violations))
    case .debouncing: return (.waiting, nil)
    case .checking:
      var text: String?
      if case .text(let shown) = content { text = shown }
      return (.checking, .checking(by: specification.check?.name ?? "", text))
    case .refused(let violation): return (.refused, explain([violation]))
    case .unverified(let reason): return (.unverified, .unverified(reason))
    // An empty optional field breaks no rule, but there is no answer to call right.
    case .valid: return (isAnswered ? .valid : .nothing, nil)
    }
  }
}

extension SectionPart {
  /// What is wrong with the whole of it, if anything is.
  fileprivate var explanation: Message? {
    let violations = machine.violations
    return violations.isEmpty
      ? nil : .sentences(violations.map { $0.message(of: shape.name) })
  }
}

extension NodeStatus {
  fileprivate var isComplaint: Bool { self == .incomplete || self == .invalid || self == .refused }
}
