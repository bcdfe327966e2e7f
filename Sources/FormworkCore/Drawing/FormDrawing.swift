/// The picture of a form: which node shows which part, and how parts come into the view tree and go.
final class FormDrawing {
  /// What a front end is told.
  var tree = ViewTree()

  /// The node of the form as a whole.
  private(set) var screen: NodeID?

  /// The form's own buttons on view, in order, and what they do.
  private(set) var buttons: [(node: NodeID, button: FormButton)] = []

  /// The picture that first showed the form's own buttons: what was pressed before is not about them.
  private(set) var buttonsDrawnAt: UInt64 = 0

  let catalogue: Catalogue
  private var notices = Notices()
  private var sectionButtons: [NodeID: SectionButton] = [:]

  /// What a node shows.
  private struct Shown {
    /// The number of its part, by which one that comes back finds its place among its siblings.
    let number: Int
    let field: FieldPart?
  }

  // Indexed by id, as in the tree; the place of a removed node stays empty.
  private var shown: [Shown?] = []

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  // MARK: What is where

  /// The field that a node shows.
  func field(at node: NodeID) -> FieldPart? { shown(at: node)?.field }

  /// The button of a section that a node shows.
  func sectionButton(at node: NodeID) -> SectionButton? { sectionButtons[node] }

  /// The form's own button that a node shows.
  func button(at node: NodeID) -> FormButton? { buttons.first { $0.node == node }?.button }

  private func shown(at node: NodeID) -> Shown? {
    node.rawValue < shown.count ? shown[Int(node.rawValue)] : nil
  }

  private func note(_ node: NodeID, _ number: Int, _ field: FieldPart? = nil) {
    while shown.count <= node.rawValue { shown.append(nil) }
    shown[Int(node.rawValue)] = Shown(number: number, field: field)
  }

  private func forget(_ node: NodeID) {
    if node.rawValue < shown.count { shown[Int(node.rawValue)] = nil }
  }

  /// A message, in words.
  func words(_ message: Message) -> PropertyValue { .text(catalogue.text(for: message)) }

  /// The node that the person is at.
  var focus: NodeID? {
    get { tree.focus }
    set { tree.setFocus(newValue) }
  }

  // MARK: The screen

  /// Puts the screen there, if it is not.
  ///
  /// - Returns: Whether it was not.
  func drawScreen(_ name: String, title: Message?) -> Bool {
    guard screen == nil else { return false }
    let node = tree.insert(.screen, name: name)
    tree.set(node, .label, title.map(words))
    screen = node
    return true
  }

  /// Shows a form that has come, with all that is part of it.
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

  /// Takes away all that the form shows, but the screen.
  func eraseForm() {
    guard let screen else { return }
    tree.removeChildren(of: screen)
    (notices, shown, sectionButtons, buttons) = (Notices(), [], [:], [])
  }

  /// Shows the form's own buttons, in the place of those that were there.
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

  /// A question as it is put to the person, with a button for each answer to be reviewed.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - review: The answers, in order.
  ///   - submitLabel: What the button says that hands in, where the form has words of its own for it.
  /// - Returns: The alert.
  func alert(
    for question: FormQuestion, review: [ReviewLine] = [], submitLabel: Message? = nil
  ) -> Alert {
    Alert(
      catalogue.text(for: question.message),
      buttons: question.buttons.map { button in
        let label = button == .handIn ? submitLabel ?? button.label : button.label
        return Alert.Button(
          button.rawValue, label: catalogue.text(for: label), role: button.role,
          isYes: button == question.yes)
      }
        + review.map {
          Alert.Button($0.buttonName, label: catalogue.text(for: $0.message), role: .nothing)
        })
  }

  /// The question whether the form is to be handed in, without the answers; no is the first of its answers.
  func alert(confirming question: Message, submitLabel: Message?) -> Alert {
    Alert(
      catalogue.text(for: question),
      buttons: [
        Alert.Button(
          FormButton.goOn.rawValue, label: catalogue.text(for: FormButton.goOn.label),
          role: .cancel, isYes: false),
        Alert.Button(
          FormButton.handIn.rawValue,
          label: catalogue.text(for: submitLabel ?? FormButton.handIn.label), role: .destroy,
          isYes: true),
      ])
  }

  /// Says something that belongs to no field: a notice, until all are taken away, or beyond the form's end.
  func say(_ message: Message, isLasting: Bool) {
    let text = catalogue.text(for: message)
    if let notice = notices.say(text, isLasting: isLasting, in: &tree) { note(notice, -1) }
  }

  /// Takes all notices away.
  func eraseNotices() {
    if notices.isEmpty { return }
    for notice in notices.erase(from: &tree) { forget(notice) }
  }

  // MARK: Parts

  /// Shows a part with all that is part of the form in it, in its place among those that are there.
  func draw(_ part: Part) {
    guard !part.isHidden, let parent = part.parent?.nodeOfChildren else { return }
    if let field = part as? FieldPart { return drawField(field, under: parent) }
    guard let section = part as? SectionPart else { return }
    if let control = section.control, control.node == nil {
      drawField(control, under: parent)
    }
    drawBody(of: section)
  }

  /// Shows what is in a section that is open; of one that is closed, how it is opened.
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

  /// Shows the sections anew that have other parts than are shown.
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
    // No label has lines: each gets a node of its own.
    let lines = catalogue.text(for: note.text).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let node = tree.insert(
        .note, name: index == 0 ? note.name : "\(note.name)\(index + 1)", under: parent)
      self.note(node, note.number)
      tree.set(node, .label, .text(String(line)))
    }
  }

  /// Where among the nodes that are there a part belongs: they stand in the order of the definition,
  /// items in that of their places.
  private func place(of part: Part, under parent: NodeID) -> Int {
    if let item = part as? SectionPart, item.item > 0 { return item.place }
    guard let children = tree[parent]?.children else { return 0 }
    return children.end { (shown(at: $0)?.number ?? .max) <= part.shape.number }
  }

  /// Takes a part away, with all that is shown in it.
  ///
  /// The focus, if it was there, goes to the next place, or to the one before.
  func erase(_ part: Part) {
    let isWithin = tree.focus.flatMap { place(at: $0) }?.isWithin(part) ?? false
    let successor =
      isWithin ? part.stopBehind() ?? buttons.first?.node ?? part.stopBefore() : tree.focus
    forget(part)
    if tree.focus != successor { tree.setFocus(successor) }
  }

  /// Takes away what is in a section; what says whether it is wanted stays.
  func eraseBody(of section: SectionPart) {
    let hadFocus = tree.focus != nil
    forgetBody(of: section)
    if hadFocus, tree.focus == nil { tree.setFocus(section.control?.node) }
  }

  /// Removes the nodes of a part, the topmost ones with all that is below; the focus, if it was there,
  /// goes with them.
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
      // With the topmost node all others go.
      tree.remove(node)
    }
    for child in section.madeChildren { forget(child) }
    if let node = section.node { forget(node) }
    section.node = nil
    forgetButtons(of: section)
  }

  /// The part where a person is at a node: its field, or the section whose button it is.
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
    tree.set(node, .detail, specification.detail.map(words))
    tree.set(node, .placeholder, specification.placeholder.map(words))
    if specification.isRequired { tree.set(node, .required, .number(1)) }
    if specification.format != .plain {
      tree.set(node, .format, .number(specification.format.rawValue))
    }
    tree.set(node, .extent, specification.extent.map { .number($0) })
    field.options = specification.kind.options.map { option in
      let child = tree.insert(.option, name: option.value, under: node)
      tree.set(child, .label, words(option.label))
      return child
    }
    drawContent(of: field)
    // Most fields are shown before anything is known about them.
    if field.machine.state != .untouched { drawStatus(of: field) }
    count(field)
  }

  // MARK: Buttons of sections

  /// Shows the buttons that fit a section as it is now.
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
    // They stand behind all else.
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
        section.firstStopInside() ?? section.stopBehind() ?? buttons.first?.node)
    }
  }

  /// Lets the button that puts an item back do nothing where it was pressed before this: it would have put
  /// another item back.
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

  /// Numbers some items of a list anew, and gives them and the list the buttons that fit.
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
  /// Shows what stands in a field.
  ///
  /// An edit that was made before this is stale.
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

  /// Takes in what a front end shows in a field by now.
  ///
  /// - Returns: What stands there now, where the edit counts.
  func edit(
    _ field: FieldPart, _ content: FieldContent, cursor: Int, revision: UInt64
  ) -> FieldContent? {
    guard let node = field.node else { return nil }
    return field.entry.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree,
      allowingLines: field.specification.nodeKind == .textArea)
  }

  /// The node of the field that an option belongs to; any other node itself.
  func owner(of node: NodeID) -> NodeID {
    field(at: node) == nil ? tree[node]?.parent ?? node : node
  }

  /// Tells a front end once more what stands in a field, because it shows something else.
  func restate(_ node: NodeID) { field(at: node)?.entry.restate(at: node, in: &tree) }

  /// Tells a front end that what it reported of a node does not count, and what stands there.
  func refuse(_ node: NodeID, _ reason: InputRefusal) {
    // What answers no picture at all is not even looked up.
    let counts = reason == .notSeen || field(at: node) != nil
    let text = reason == .hindered ? catalogue.text(for: Violation.tooManyMarks.message()) : ""
    tree.refuse(node, counts ? reason : .noNode, counts ? text : "")
    restate(node)
  }
}

extension FormDrawing {
  /// Counts a field in the sections around and in the form, if it has come or gone or is answered or not any more, and
  /// shows how much of each is answered.
  func count(_ field: FieldPart) {
    let (former, isAnswered) = (field.counted, field.node == nil ? nil : field.isAnswered)
    field.counted = isAnswered
    let answers = (isAnswered == true ? 1 : 0) - (former == true ? 1 : 0)
    let fields = (isAnswered == nil ? 0 : 1) - (former == nil ? 0 : 1)
    if answers == 0 && fields == 0 { return }
    // What says whether a section is wanted stands beside that.
    var next = field.parent?.control === field ? field.parent?.parent : field.parent
    while let section = next {
      section.counts.answers += answers
      section.counts.fields += fields
      if let node = section.node {
        let counts = section.counts
        tree.set(node, .answered, counts.fields == 0 ? nil : .number(counts.answers))
        if fields != 0 { tree.set(node, .total, counts.fields == 0 ? nil : .number(counts.fields)) }
      }
      next = section.parent
    }
  }
}

extension FieldPart {
  /// Whether something stands there with which nothing is known to be wrong; of a toggle, no is an answer, too, once
  /// it was taken.
  var isAnswered: Bool {
    switch machine.state {
    case .incomplete, .invalid, .refused: return false
    case .valid: if case .toggle = content { return true }
    case .untouched, .debouncing, .checking, .unverified, .excluded: break
    }
    return !trimmedContent.isEmpty
  }

  /// Whether it is counted, and not as what it is now.
  var isMiscounted: Bool { counted.map { $0 != isAnswered } ?? false }
}

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

/// The notices of a screen: above all else, the oldest first.
public struct Notices: Sendable {
  private var nodes: [NodeID] = []

  /// Makes none.
  public init() {}

  /// Whether no notice is shown.
  public var isEmpty: Bool { nodes.isEmpty }

  /// Shows a notice, where there is a screen.
  ///
  /// - Parameters:
  ///   - text: Its text, of one line.
  ///   - isLasting: Whether it is read once the front end has left as well.
  ///   - tree: Where.
  /// - Returns: Its node.
  @discardableResult
  public mutating func say(
    _ text: String, isLasting: Bool = false, in tree: inout ViewTree
  ) -> NodeID? {
    guard let screen = tree.root else { return nil }
    let notice = tree.insert(.notice, name: "notice", under: screen, at: nodes.count)
    nodes.append(notice)
    tree.set(notice, .label, .text(text))
    if isLasting { tree.set(notice, .lasting, .number(1)) }
    return notice
  }

  /// Takes all away.
  ///
  /// - Returns: Their nodes.
  @discardableResult
  public mutating func erase(from tree: inout ViewTree) -> [NodeID] {
    defer { nodes = [] }
    for notice in nodes { tree.remove(notice) }
    return nodes
  }
}
