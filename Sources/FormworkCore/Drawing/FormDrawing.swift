/// The view tree of a form, and the relation between its nodes and the parts of the form.
final class FormDrawing {
  var tree = ViewTree()

  /// The node of the form as a whole.
  private(set) var screen: NodeID?

  /// The form's own visible buttons, in order.
  private(set) var buttons: [(node: NodeID, button: FormButton)] = []

  /// The first revision that shows the form's own buttons, before which presses are stale.
  private(set) var buttonsDrawnAt: UInt64 = 0

  let catalogue: Catalogue
  private lazy var generalKeys = catalogue.generalKeys
  private var notices = Notices()
  private var sectionButtons: [NodeID: SectionButton] = [:]

  /// The part that a node displays.
  private struct Shown {
    /// The number of the part's shape, which determines its position among its siblings.
    let number: Int32
    let field: FieldPart?
  }

  // Indexed by the identifier of the node. The entry of a removed node is empty.
  private var shown: [Shown?] = []

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  // MARK: Lookup

  func field(at node: NodeID) -> FieldPart? { shown(at: node)?.field }

  func sectionButton(at node: NodeID) -> SectionButton? { sectionButtons[node] }

  func button(at node: NodeID) -> FormButton? { buttons.first { $0.node == node }?.button }

  private func shown(at node: NodeID) -> Shown? {
    node.rawValue < shown.count ? shown[Int(node.rawValue)] : nil
  }

  private func note(_ node: NodeID, _ number: Int, _ field: FieldPart? = nil) {
    while shown.count <= node.rawValue { shown.append(nil) }
    shown[Int(node.rawValue)] = Shown(number: Int32(number), field: field)
  }

  private func forget(_ node: NodeID) {
    if node.rawValue < shown.count { shown[Int(node.rawValue)] = nil }
  }

  /// Returns the text of a message as a property value.
  func words(_ message: Message) -> PropertyValue { .text(catalogue.text(for: message)) }

  var focus: NodeID? {
    get { tree.focus }
    set { tree.setFocus(newValue) }
  }

  // MARK: The screen

  /// Shows the screen unless that happened before, and returns whether the screen is new.
  func drawScreen(_ name: String, title: Message?) -> Bool {
    guard screen == nil else { return false }
    let node = tree.insert(.screen, name: name)
    tree.set(node, .label, title.map(words))
    screen = node
    return true
  }

  /// Sets the properties that only front ends for pipes use.
  func drawPipe(answersHint: Message?, isSubmittedByEnd: Bool) {
    guard let screen else { return }
    tree.set(screen, .placeholder, answersHint.map(words))
    if isSubmittedByEnd { tree.set(screen, .role, .number(NodeRole.submit.rawValue)) }
  }

  /// Shows a loaded form and all parts that belong to it.
  func draw(_ definition: FormDefinition, _ root: SectionPart) {
    guard let screen else { return }
    tree.set(screen, .label, words(definition.title))
    tree.set(screen, .detail, definition.detail.map(words))
    root.node = screen
    drawContents(of: root, under: screen)
    let own: [FormButton] =
      definition.declineLabel == nil ? [.submit, .cancel] : [.submit, .decline, .cancel]
    draw(own)
    for (node, button) in buttons {
      switch button {
      case .submit: if let label = definition.submitLabel { tree.set(node, .label, words(label)) }
      case .decline: if let label = definition.declineLabel { tree.set(node, .label, words(label)) }
      default: break
      }
    }
  }

  /// Removes all nodes except the screen.
  func eraseForm() {
    guard let screen else { return }
    tree.removeChildren(of: screen)
    (notices, shown, sectionButtons, buttons) = (Notices(), [], [:], [])
  }

  func draw(_ new: [FormButton]) {
    guard let screen else { return }
    for shown in buttons { tree.remove(shown.node) }
    buttonsDrawnAt = tree.revision + 1
    buttons = new.map { button in
      let node = tree.insertButton(
        button.rawValue, label: catalogue.text(for: button.label), role: button.role,
        under: screen)
      return (node, button)
    }
    if tree.focus == nil { tree.setFocus(buttons.first?.node) }
  }

  /// Returns the alert that asks a question, with a button for each answer to review.
  func alert(
    for question: FormQuestion, review: [ReviewLine] = [], submitLabel: Message? = nil
  ) -> Alert {
    let lines = review.map {
      Alert.Button($0.buttonName, label: catalogue.text(for: $0.message))
    }
    return Alert(
      catalogue.text(for: question.message),
      buttons: question.buttons.map {
        answer($0, role: $0.role, isYes: $0 == question.yes, submitLabel: submitLabel)
      } + lines)
  }

  /// Returns the alert that confirms a submission without a review; its first button is no.
  func alert(confirming question: Message, submitLabel: Message?) -> Alert {
    Alert(
      catalogue.text(for: question),
      buttons: [
        answer(.continueEditing, role: .cancel, isYes: false),
        answer(.acceptReview, role: .destroy, isYes: true, submitLabel: submitLabel),
      ])
  }

  private func answer(
    _ button: FormButton, role: NodeRole, isYes: Bool, submitLabel: Message? = nil
  ) -> Alert.Button {
    let label = button == .acceptReview ? submitLabel ?? button.label : button.label
    return Alert.Button(
      button.rawValue, label: catalogue.text(for: label), role: role, isYes: isYes)
  }

  /// Shows a notice, which belongs to no field and may remain after the end of the form.
  func show(_ message: Message, isLasting: Bool) {
    let text = catalogue.text(for: message)
    if let notice = notices.show(text, isLasting: isLasting, in: &tree) { note(notice, -1) }
  }

  func eraseNotices() {
    if notices.isEmpty { return }
    for notice in notices.erase(from: &tree) { forget(notice) }
  }

  // MARK: Parts

  /// Shows a part and all parts in it that belong to the form, at its position among its siblings.
  func draw(_ part: Part) {
    guard !part.isHidden, let parent = part.parent?.nodeOfChildren else { return }
    if let field = part as? FieldPart { return drawField(field, under: parent) }
    guard let section = part as? SectionPart else { return }
    if let control = section.control, control.node == nil {
      drawField(control, under: parent)
    }
    drawBody(of: section)
  }

  /// Shows the contents of an open section, or the button that opens a closed one.
  func drawBody(of section: SectionPart) {
    guard !section.isHidden, let parent = section.parent?.nodeOfChildren,
      section.machine.presence != .leftOut
    else { return }
    if section.shape.alternatives != nil {
      for child in section.children { draw(child) }
      return
    }
    if section.node == nil {
      drawGroup(of: section, under: parent)
    } else if section.isShownClosed {
      for button in section.buttons { tree.remove(button) }
      forgetButtons(of: section)
    } else {
      return
    }
    if let node = section.node { drawContents(of: section, under: node) }
    drawButtons(of: section)
  }

  /// Updates the sections that display other parts than they contain.
  func redraw(_ part: Part) {
    guard let section = part as? SectionPart else { return }
    let isShown = section.node != nil && !section.isShownClosed
    let isStale =
      section.isWanted != isShown || section.shape.list != nil
      || section.shape.alternatives != nil
    if isStale, section.parent != nil, section.isActive, section.control != nil || section.isWanted
    {
      eraseBody(of: section)
      drawBody(of: section)
    } else {
      for child in section.children { redraw(child) }
    }
  }

  private func drawGroup(of section: SectionPart, under parent: NodeID) {
    let node = tree.insert(
      .group, name: section.nodeName, under: parent, at: place(of: section, under: parent)
    )
    note(node, section.shape.number)
    section.node = node
    tree.set(node, .label, words(section.label))
    if section.control == nil { tree.set(node, .detail, section.shape.section?.detail.map(words)) }
    drawStatus(of: section)
  }

  private func drawContents(of section: SectionPart, under node: NodeID) {
    var notes = section.scope.notes[...]
    for child in section.children {
      while let note = notes.first, note.number < child.shape.number {
        draw(note, under: node)
        notes.removeFirst()
      }
      draw(child)
    }
    for note in notes { draw(note, under: node) }
  }

  private func draw(_ note: Shape.Note, under parent: NodeID) {
    // A label is a single line, so each line becomes a node.
    let lines = catalogue.text(for: note.text).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let node = tree.insert(
        .note, name: index == 0 ? note.name : "\(note.name)\(index + 1)", under: parent)
      self.note(node, note.number)
      tree.set(node, .label, .text(String(line)))
    }
  }

  /// Returns the index of a part among the existing nodes.
  ///
  /// Nodes follow the order of the definition, and items follow the order of the list.
  private func place(of part: Part, under parent: NodeID) -> Int {
    if let item = part as? SectionPart, item.item > 0 { return item.place }
    guard let children = tree[parent]?.children else { return 0 }
    return children.end { (shown(at: $0)?.number ?? .max) <= part.shape.number }
  }

  /// Removes the nodes of a part.
  ///
  /// If the focus is within the part, it moves to the next stop, or to the previous one.
  func erase(_ part: Part) {
    let isWithin = tree.focus.flatMap { place(at: $0) }?.isWithin(part) ?? false
    let successor =
      isWithin ? part.stopAfter() ?? buttons.first?.node ?? part.stopBefore() : tree.focus
    forget(part)
    if tree.focus != successor { tree.setFocus(successor) }
  }

  /// Removes the contents of a section, but not its control.
  func eraseBody(of section: SectionPart) {
    let hadFocus = tree.focus != nil
    forgetBody(of: section)
    if hadFocus, tree.focus == nil { tree.setFocus(section.control?.node) }
  }

  /// Removes the nodes of a part, without moving the focus.
  func forget(_ part: Part) {
    if let section = part as? SectionPart {
      if let control = section.control { forget(control) }
      return forgetBody(of: section)
    }
    guard let field = part as? FieldPart, let node = field.node else { return }
    tree.remove(node)
    forget(node)
    field.node = nil
    field.options = []
    count(field)
  }

  private func forgetBody(of section: SectionPart) {
    if let node = section.node {
      for child in tree[node]?.children ?? [] { forget(child) }
      // The topmost node removes all nodes below it.
      tree.remove(node)
    }
    for child in section.madeChildren { forget(child) }
    if let node = section.node { forget(node) }
    section.node = nil
    forgetButtons(of: section)
  }

  /// Returns the part that has the focus at a node: a field, or the section of a button.
  func place(at node: NodeID) -> Part? { field(at: node) ?? sectionButtons[node]?.section }

  // MARK: Fields

  private func drawField(_ field: FieldPart, under parent: NodeID) {
    guard field.node == nil else { return }
    let specification = field.specification
    let node = tree.insert(
      specification.nodeKind, name: specification.id.rawValue, under: parent,
      at: place(of: field, under: parent))
    note(node, field.shape.number, field)
    field.node = node
    tree.set(node, .label, words(specification.label))
    if let detail = specification.detail { tree.set(node, .detail, words(detail)) }
    if let text = specification.placeholder { tree.set(node, .placeholder, words(text)) }
    if specification.isRequired { tree.set(node, .required, .number(1)) }
    if specification.format != .plain {
      tree.set(node, .format, .number(specification.format.rawValue))
    }
    if let extent = specification.extent { tree.set(node, .extent, .number(extent)) }
    if specification.completion != nil { tree.set(node, .completes, .number(1)) }
    if specification.isSubmittedByEnter {
      tree.set(node, .role, .number(NodeRole.submit.rawValue))
    }
    field.options = specification.kind.options.map { option in
      let child = tree.insert(.option, name: option.value, under: node)
      tree.set(child, .label, words(option.label))
      return child
    }
    drawContent(of: field)
    count(field)
    // Most fields have no status when they appear.
    if field.machine.state != .untouched { drawStatus(of: field) }
  }

  // MARK: Buttons of sections

  /// Updates the buttons of a section to its current state.
  func drawButtons(of section: SectionPart) {
    guard let node = section.node else { return }
    let wanted = section.wantedButtons
    var known: [SectionButton.Kind: NodeID] = [:]
    var hadFocus = false
    for button in section.buttons {
      guard let kind = sectionButtons[button]?.kind else { continue }
      if wanted.contains(kind) {
        known[kind] = button
      } else {
        hadFocus = hadFocus || tree.focus == button
        tree.remove(button)
        sectionButtons[button] = nil
      }
    }
    // The buttons follow all other nodes.
    let first = (tree[node]?.children.count ?? 0) - known.count
    section.buttons = wanted.enumerated().map { place, kind in
      let label = catalogue.text(for: kind.label(of: section))
      if let button = known[kind] {
        tree.set(button, .label, .text(label))
        return button
      }
      let button = tree.insertButton(
        kind.rawValue, label: label, role: kind.role, under: node, at: first + place)
      sectionButtons[button] = SectionButton(
        section: section, kind: kind, drawnAt: tree.revision + 1)
      return button
    }
    section.stopButton = wanted.firstIndex { $0 == .add || $0 == .open }.map { section.buttons[$0] }
    if hadFocus {
      tree.setFocus(
        section.firstStopInside() ?? section.stopAfter() ?? buttons.first?.node)
    }
  }

  /// Makes earlier presses of the button that puts an item back stale, because the item changed.
  func outdatePutBack(of list: SectionPart) {
    for button in list.buttons where sectionButtons[button]?.kind == .putBack {
      sectionButtons[button] = SectionButton(
        section: list, kind: .putBack, drawnAt: tree.revision + 1)
    }
  }

  private func forgetButtons(of section: SectionPart) {
    for button in section.buttons { sectionButtons[button] = nil }
    section.buttons = []
    section.stopButton = nil
  }

  /// Updates the labels of some items of a list, and the buttons of these items and of the list.
  func drawItems(of list: SectionPart, in places: Range<Int>) {
    for case let item as SectionPart in list.children[places] {
      guard let node = item.node else { continue }
      tree.set(node, .label, words(item.label))
      drawButtons(of: item)
    }
    drawButtons(of: list)
  }
}

extension FormDrawing {
  /// Shows the content of a field, which makes edits of earlier revisions stale.
  func drawContent(of field: FieldPart) {
    guard let node = field.node else { return }
    field.entry.show(at: node, in: &tree)
    let content = field.content
    for (option, child) in zip(field.specification.kind.options, field.options) {
      let isSelected =
        switch content {
        case .choice(let chosen): chosen == option.value
        case .choices(let chosen): chosen.contains(option.value)
        case .text, .secret, .toggle: false
        }
      tree.set(child, .selected, .number(isSelected ? 1 : 0))
    }
  }

  /// Applies an edit that the front end already displays, and returns the new content if accepted.
  func edit(
    _ field: FieldPart, _ content: FieldContent, cursor: Int, revision: UInt64
  ) -> FieldContent? {
    guard let node = field.node else { return nil }
    return field.entry.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree,
      allowingLines: field.specification.nodeKind == .textArea)
  }

  /// Returns the field's node for the node of an option, or any other node unchanged.
  func owner(of node: NodeID) -> NodeID {
    field(at: node) == nil ? tree[node]?.parent ?? node : node
  }

  /// Sends the content of a field again, because the front end displays something else.
  func restate(_ node: NodeID) { field(at: node)?.entry.restate(at: node, in: &tree) }

  /// Tells the front end that its input at a node was refused, and sends the current content.
  func refuse(_ node: NodeID, _ reason: InputRejection) {
    // Input about a future revision is not looked up.
    let counts = reason == .notSeen || field(at: node) != nil
    tree.refuse(node, counts ? reason : .noNode, counts ? catalogue.text(for: reason) : "")
    restate(node)
  }
}

extension Catalogue {
  /// Returns the text of a refusal that the front end cannot explain; otherwise an empty text.
  package func text(for reason: InputRejection) -> String {
    reason == .blocked ? text(for: Violation.tooManyMarks.message()) : ""
  }
}

extension FormDrawing {
  /// Updates whether the sections around a field count it as answered.
  private func count(_ field: FieldPart) {
    if let difference = field.recount() { add(StatusCounts(), difference, around: field) }
  }

  /// Adds differences to the tallies and the numbers of fields in the sections around a part.
  func add(_ status: StatusCounts, _ difference: FieldCounts?, around part: Part) {
    var part = part
    while let section = part.parent {
      section.statusCounts += status
      // The control of a section counts as a field of the section around it.
      if let difference, section.control !== part {
        section.counts.answers += difference.answers
        section.counts.fields += difference.fields
        if let node = section.node {
          let counts = section.counts
          tree.set(node, .answered, counts.fields == 0 ? nil : .number(counts.answers))
          if difference.fields != 0 {
            tree.set(node, .total, counts.fields == 0 ? nil : .number(counts.fields))
          }
        }
      }
      part = section
    }
  }
}

extension FieldPart {
  /// Updates whether the sections around count the field as answered, and returns the difference.
  func recount() -> FieldCounts? {
    let previous = counted
    counted = node == nil ? nil : isAnswered
    if counted == previous { return nil }
    return FieldCounts(
      answers: (counted == true ? 1 : 0) - (previous == true ? 1 : 0),
      fields: (counted == nil ? 0 : 1) - (previous == nil ? 0 : 1))
  }

  /// Whether the field has content without known violations, or is a valid toggle that is off.
  private var isAnswered: Bool {
    switch machine.state {
    case .incomplete, .invalid, .refused: return false
    case .valid: if case .toggle = content { return true }
    case .untouched, .debouncing, .checking, .unverified, .excluded: break
    }
    return !trimmedContent.isEmpty
  }
}

extension FormDrawing {
  /// Shows the status of the form, and the labels of the fields for which a submission waits.
  func drawStatus(_ state: FormMachine.State, awaiting labels: @autoclosure () -> [Message]) {
    guard let screen else { return }
    let (status, explanation): (NodeStatus, Message?) =
      switch state {
      case .loading, .reloading: (.loading, .key("loading"))
      case .loadFailed(let reason): (.failed, .loadFailed(reason))
      case .awaitingChecks: (.waiting, .awaitingChecks(labels()))
      case .submitting: (.submitting, .key("submitting"))
      case .submitted: (.done, nil)
      case .blank, .offeringDraft, .editing, .reviewing, .confirmingLeave, .cancelled, .declined:
        (.nothing, nil)
      }
    tree.set(screen, status, explanation.map(words))
    tree.set(
      screen, .busy, [.loading, .waiting, .submitting].contains(status) ? .number(1) : nil)
  }

  func drawStatus(of field: FieldPart) {
    guard let node = field.node else { return }
    var (status, explanation) = statusAndExplanation(of: field)
    // The control also shows violations of a section that is not visible.
    if !status.isComplaint, let section = field.parent, section.control === field,
      section.node == nil, !section.machine.violations.isEmpty
    {
      (status, explanation) = (.invalid, words(section.machine.violations, of: section))
    }
    tree.set(node, status, explanation)
  }

  /// Shows the violations of a section, at its control if the section itself is not visible.
  func drawStatus(of section: SectionPart) {
    if section.node == nil, let control = section.control {
      return drawStatus(of: control)
    }
    guard let node = section.node else { return }
    let violations = section.machine.violations
    if violations.isEmpty { return tree.set(node, .nothing, nil) }
    tree.set(node, .invalid, words(violations, of: section))
  }

  /// Returns the status of the field that the front end receives, with its explanation.
  private func statusAndExplanation(of field: FieldPart) -> (NodeStatus, PropertyValue?) {
    switch field.machine.state {
    case .untouched, .excluded: return (.nothing, nil)
    case .incomplete(let violations): return (.incomplete, words(violations, of: field))
    case .invalid(let violations): return (.invalid, words(violations, of: field))
    case .debouncing: return (.waiting, nil)
    case .checking:
      var text: String?
      if case .text(let shown) = field.content { text = shown }
      let name = field.specification.check?.name ?? ""
      return (.checking, words(.checking(by: name, text)))
    case .refused(let violation): return (.refused, words(Violations(violation), of: field))
    case .unverified(let reason): return (.unverified, words(.unverified(reason)))
    // An empty optional field breaks no rule, but it has no answer that could be valid.
    case .valid:
      let isValid = field.counted == true && !field.specification.isValidatedByStore
      return (isValid ? .valid : .nothing, nil)
    }
  }

  private func words(
    _ violations: some RandomAccessCollection<Violation>, of part: Part
  ) -> PropertyValue {
    let name = part.shape.name
    if violations.count != 1 { return words(.sentences(violations.map { $0.message(of: name) })) }
    // Each keystroke may explain a violation: build keys of fields only if some field has its own sentence.
    return violations[violations.startIndex].sentence(own: words) { key, arguments, count in
      let general = generalKeys.contains(key) ? nil : catalogue.text(for: key, arguments(), count)
      return general.map { .text($0) }
        ?? words(.key(key, of: name.rawValue, arguments(), count: count))
    }
  }
}

extension ViewTree {
  /// Sets a status with its explanation.
  package mutating func set(_ node: NodeID, _ status: NodeStatus, _ text: PropertyValue?) {
    set(node, .status, status == .nothing ? nil : .number(status.rawValue))
    set(node, .explanation, text)
  }
}

extension NodeStatus {
  fileprivate var isComplaint: Bool { self == .incomplete || self == .invalid || self == .refused }
}

/// The notices at the top of a screen, the oldest first.
public struct Notices: Sendable {
  private var nodes: [NodeID] = []

  var isEmpty: Bool { nodes.isEmpty }

  /// Creates an empty set of notices.
  public init() {}

  /// Shows a notice of one line, if there is a screen, and returns its node.
  ///
  /// A lasting notice is also printed after the front end has left.
  @discardableResult
  public mutating func show(
    _ text: String, isLasting: Bool = false, in tree: inout ViewTree
  ) -> NodeID? {
    guard let screen = tree.root else { return nil }
    let notice = tree.insert(.notice, name: "notice", under: screen, at: nodes.count)
    nodes.append(notice)
    tree.set(notice, .label, .text(text))
    if isLasting { tree.set(notice, .lasting, .number(1)) }
    return notice
  }

  /// Removes all notices, and returns their nodes.
  @discardableResult
  public mutating func erase(from tree: inout ViewTree) -> [NodeID] {
    defer { nodes = [] }
    for notice in nodes { tree.remove(notice) }
    return nodes
  }
}
