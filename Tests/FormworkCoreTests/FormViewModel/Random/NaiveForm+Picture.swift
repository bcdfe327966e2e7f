@testable import FormworkCore
import FormworkTesting

extension NaiveForm {
  /// The displayed nodes, one line each, and the focus.
  var picture: [String] {
    guard form.state != .blank else { return ["at -"] }
    var lines = [line("form", .screen, screenProperties, 0)]
    lines += notices.map { line("notice", .notice, [.label: .text($0.spelled)], 1) }
    let shown = outline.shown
    lines += shown.indices.flatMap { self.lines(shown[$0], before: shown[($0 + 1)...]) }
    let formButtons: [FormButton] = question == nil ? buttons : [.submit, .cancel]
    lines += formButtons.map { line($0, 1) }
    if let question {
      let yeses: [FormButton] = [.leave, .resume, .acceptReview]
      lines.append(line("alert", .alert, [.label: .text(question.spelled)], 1))
      lines += buttons.map { line($0, 2, value: .number(yeses.contains($0) ? 1 : 0)) }
      lines += review.map { line("change:" + $0.path, .button, [.label: .text($0.text)], 2) }
    }
    return lines + ["at \(focusName)"]
  }

  private var focusName: String {
    switch focus {
    case nil, .option: "-"
    case .field(let path): String(path.split(separator: "/").last ?? "")
    case .sectionButton(_, let kind): kind.rawValue
    case .button(let button): button.rawValue
    case .line(let path): "change:" + path
    }
  }

  private var screenProperties: [Property: PropertyValue?] {
    let isLoaded = definition != nil
    let (status, explanation) = told
    return [
      .label: isLoaded ? .text("Form") : nil,
      .status: status.map { .number($0.rawValue) },
      .explanation: explanation.map { .text($0.spelled) },
      .busy: status == .loading || status == .waiting || status == .submitting ? .number(1) : nil,
    ].merging(counts(of: outline.shown.filter(\.isField))) { $1 }
  }

  /// Returns the number of fields, and of answered ones.
  private func counts(of fields: some Collection<Outline.Part>) -> [Property: PropertyValue?] {
    if fields.isEmpty { return [.answered: nil, .total: nil] }
    let answered = fields.compactMap { entries[$0.path] }.count {
      switch ($0.content, $0.machine.state) {
      case (_, .incomplete), (_, .invalid), (_, .refused): false
      case (.toggle, .valid): true
      default: !$0.content.isEmpty
      }
    }
    return [.answered: .number(answered), .total: .number(fields.count)]
  }

  private var told: (NodeStatus?, Message?) {
    switch form.state {
    case .loading, .reloading: (.loading, .key("loading"))
    case .loadFailed(let reason): (.failed, .loadFailed(reason))
    case .awaitingChecks:
      (
        .waiting,
        .awaitingChecks(
          outline.shown.compactMap { part in
            guard let entry = entries[part.path], part.isField else { return nil }
            return entry.machine.state.isPending ? entry.specification.label : nil
          })
      )
    case .submitting: (.submitting, .key("submitting"))
    case .submitted: (.done, nil)
    case .blank, .offeringDraft, .editing, .reviewing, .confirmingLeave, .cancelled, .declined:
      (nil, nil)
    }
  }

  private func lines(_ part: Outline.Part, before rest: ArraySlice<Outline.Part>) -> [String] {
    switch part.content {
    case .section, .item: return []
    case .field: return entries[part.path].map { lines($0, part) } ?? []
    case .note(let name, let text):
      return [line(name, .note, [.label: .text(text.spelled)], part.depth)]
    case .group(let name, let label, let detail):
      let fault = fault(of: part.path)
      let within = rest.prefix { $0.depth > part.depth }.filter(\.isField)
      return [
        line(
          name, .group,
          [
            .label: .text(label.spelled), .detail: detail.map { .text($0.spelled) },
            .status: fault.map { _ in .number(NodeStatus.invalid.rawValue) },
            .explanation: fault.map { .text($0) },
          ].merging(counts(of: within)) { $1 }, part.depth)
      ]
    case .button(let kind, let label):
      return [
        line(
          kind.rawValue, .button,
          [
            .label: .text(label.spelled),
            .role: Self.role(of: kind).map { .number($0.rawValue) },
          ], part.depth)
      ]
    }
  }

  /// Returns the message about the violations of a section.
  private func fault(of path: String) -> String? {
    let violations = facts[path]?.machine.violations ?? []
    let name = FieldID(rawValue: String(path.split(separator: "/").last ?? ""))
    return violations.isEmpty
      ? nil : violations.map { $0.message(of: name).spelled }.joined(separator: "; ")
  }

  private func lines(_ entry: Entry, _ part: Outline.Part) -> [String] {
    let depth = part.depth
    let specification = entry.specification
    let (kind, format): (NodeKind, NodeFormat?) =
      switch specification.kind {
      case .text: (.textField, nil)
      case .decimal: (.textField, .decimal)
      case .wholeNumber: (.textField, .wholeNumber)
      case .dateTime(.date): (.textField, .date)
      case .dateTime(.time): (.textField, .time)
      case .dateTime(.dateAndTime): (.textField, .dateAndTime)
      case .webAddress: (.textField, .webAddress)
      case .textArea, .raw: (.textArea, nil)
      case .secret: (.secretField, nil)
      case .toggle: (.toggle, nil)
      case .choice: (.choice, nil)
      case .choices: (.choices, nil)
      }
    var value: PropertyValue?
    var chosen: [String] = []
    switch entry.content {
    case .text(let text): value = text == "" ? nil : .text(text)
    case .secret(let secret): value = .number(secret.codePointCount)
    case .toggle(let isOn): value = .number(isOn ? 1 : 0)
    case .choice(let option): chosen = option.map { [$0] } ?? []
    case .choices(let options): chosen = options
    }
    var (status, explanation) = told(of: entry)
    // If the section is not visible, its fault is shown at what represents it.
    let section = String(part.path.dropLast())
    if part.path.hasSuffix("?"), !entry.machine.state.isInvalid, let fault = fault(of: section),
      entry.content == .toggle(false) || entry.content.isChoice
    {
      (status, explanation) = (.invalid, fault)
    }
    let properties: [Property: PropertyValue?] = [
      .label: .text(specification.label.spelled),
      .detail: specification.detail.map { .text($0.spelled) }, .value: value,
      .cursor: entry.cursor.map { .number($0) },
      .status: status.map { .number($0.rawValue) },
      .explanation: explanation.map { .text($0) },
      .required: specification.isRequired ? .number(1) : nil,
      .format: format.map { .number($0.rawValue) },
    ]
    return [line(specification.id.rawValue, kind, properties, depth)]
      + specification.kind.options.map { option in
        line(
          option.value, .option,
          [
            .label: .text(option.label.spelled),
            .selected: .number(chosen.contains(option.value) ? 1 : 0),
          ], depth + 1)
      }
  }

  private func told(of entry: Entry) -> (NodeStatus?, String?) {
    func list(_ violations: some Sequence<Violation>) -> String {
      violations.map { $0.message(of: entry.specification.id).spelled }.joined(separator: "; ")
    }
    switch entry.machine.state {
    case .untouched, .excluded: return (nil, nil)
    case .incomplete(let violations): return (.incomplete, list(violations))
    case .invalid(let violations): return (.invalid, list(violations))
    case .debouncing: return (.waiting, nil)
    case .checking:
      guard case .text(let text) = entry.content else { return (.checking, "check of a secret") }
      return (.checking, Message.checking(by: "check", text).spelled)
    case .refused(let violation): return (.refused, list([violation]))
    case .unverified(let reason): return (.unverified, Message.unverified(reason).spelled)
    case .valid:
      // An empty optional field has no mark.
      if entry.content.isEmpty, !entry.content.isToggle { return (nil, nil) }
      return (.valid, nil)
    }
  }

  private static func role(of kind: SectionButton.Kind) -> NodeRole? {
    switch kind {
    case .add: .add
    case .remove: .remove
    case .moveUp: .up
    case .moveDown: .down
    case .putBack, .open: nil
    }
  }

  private func line(
    _ button: FormButton, _ depth: Int, value: PropertyValue? = nil
  ) -> String {
    let role: NodeRole? =
      switch button {
      case .submit, .acceptReview: .submit
      case .decline: .decline
      case .cancel, .stay, .resume, .continueEditing: .cancel
      case .leave, .startOver: .destroy
      case .retry: nil
      }
    return line(
      button.rawValue, .button,
      [
        // The button of a review is labelled as in any other form.
        .label: .text((button == .acceptReview ? .submit : button).rawValue), .value: value,
        .role: role.map { .number($0.rawValue) },
      ], depth)
  }

  private func line(
    _ name: String, _ kind: NodeKind, _ properties: [Property: PropertyValue?], _ depth: Int
  ) -> String {
    let told = properties.compactMap { entry in entry.value.map { (entry.key, $0) } }
    return String(repeating: "  ", count: depth)
      + ViewTree.spelled(name, kind, told.sorted { $0.0.rawValue < $1.0.rawValue })
  }
}

extension ViewTree {
  /// ``NaiveForm/picture`` in the lines of a front end.
  var spelled: [String] {
    guard let root else { return ["at -"] }
    return lines(root, 0) + ["at \(focus.flatMap { self[$0]?.name } ?? "-")"]
  }

  private func lines(_ id: NodeID, _ depth: Int) -> [String] {
    guard let node = self[id] else { return ["?"] }
    let line = Self.spelled(node.name, node.kind, node.properties.map { ($0.property, $0.value) })
    return [String(repeating: "  ", count: depth) + line]
      + node.children.flatMap { lines($0, depth + 1) }
  }

  static func spelled(
    _ name: String, _ kind: NodeKind, _ properties: [(Property, PropertyValue)]
  ) -> String {
    "\(kind) \(name)"
      + properties.map { ", \($0.0) \($0.0.spelled($0.1))" }.joined()
  }
}

extension FieldContent {
  fileprivate var isToggle: Bool { if case .toggle = self { true } else { false } }
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
}
