package import FormworkFrontEnd
package import Interaction
package import Wording

/// Leads a person through a screen: says what it is, what is busy, and what belongs to a field.
package struct Guide {
  /// Where the person is.
  package var route: Route

  private let dialogue: Dialogue
  private let teller: Teller
  private let patience: Duration
  private let saysStatuses: Bool
  private let submitKey: String

  /// Whether a form was handed in, and nothing was said of that yet.
  private var isSubmitted = false

  /// The number of faults that was said last; `nil` if no submission was refused.
  private var saidFaultCount: Int?

  /// The title and the help of a screen, as they were said in an attachment.
  private var introduced = (attachment: 0, title: "", detail: "")

  /// The nodes whose help, and the groups around whose names were said.
  private var explained: Set<NodeID> = []
  private var groups: [Heading] = []

  /// A group as it was called when the person came into it: an item that moves has another name.
  private struct Heading: Equatable {
    let group: NodeID
    let label: String
  }

  /// Where the person was told last which field this is.
  private var positionedPlace: Place?

  /// Makes one.
  ///
  /// - Parameters:
  ///   - dialogue: The exchange with the host.
  ///   - teller: Writes what is said to the person.
  ///   - patience: How long the screen may be busy before that is said.
  ///   - saysStatuses: Whether nothing stands beside a line: which field of how many is asked for, and
  ///     what is wrong with it, is said above.
  ///   - submitKey: The key or word that submits a form; empty if lines of a pipe answer it.
  package init(
    _ dialogue: Dialogue, _ teller: Teller, patience: Duration, saysStatuses: Bool = false,
    submitKey: String
  ) {
    self.dialogue = dialogue
    self.teller = teller
    self.patience = patience
    self.saysStatuses = saysStatuses
    self.submitKey = submitKey
    route = Route(dialogue)
  }

  private var picture: Picture { dialogue.picture }

  /// Says what a screen is, and waits for as long as there is nothing to answer.
  package mutating func settle() throws(Ending) {
    repeat {
      introduce()
      try awaitScreen()
      dialogue.lists.note(isAtField: route.stop?.kind.isField == true, in: picture)
      try showLists()
    } while introduced.attachment != dialogue.attachmentCount
    try route.follow()
    defer { sayFaultsLeft() }
    let refusal = sayRefusal()
    let stop = route.stop
    // Where nothing is said of it, what is true of a field stands beside its line.
    let field = stop.flatMap { $0.kind.isField && !saysStatuses ? $0.id : nil }
    guard let stop, let group = picture.labelledGroup(of: stop) else {
      for line in refusal + dialogue.announcements(except: field) { teller.say(line) }
      return
    }
    let ofGroup = refusal + dialogue.announcements(except: field, within: group)
    for line in dialogue.announcements() { teller.say(line) }
    if !ofGroup.isEmpty { explainSections(around: stop) }
    for line in ofGroup { teller.say(line) }
  }

  /// Does what was chosen from a menu.
  package mutating func choose(_ choice: MenuChoice) throws(Ending) {
    switch choice {
    case .page(let list, let first): dialogue.lists.turn(list, to: first)
    case .node(let id):
      guard let node = picture[id] else {
        // A row may go between the look at it and the answer.
        if let label = dialogue.lists.label(of: id) { teller.say(Words.gone(label)) }
        return
      }
      if node.kind == .column, let list = node.parent { dialogue.lists.renew(list) }
      try activate(node)
    }
  }

  /// Activates a button, or goes to an item, and follows the host to where it puts the person then.
  package mutating func activate(_ button: PictureNode) throws(Ending) {
    if button.kind == .group { return try route.goIn(button) }
    isSubmitted = button.role == .submit
    let item = button.role == .remove ? picture.labelledGroup(of: button) : nil
    try route.activate(button.id)
    // The next item is called as this one was: without a word, the person could not tell them apart.
    guard let item, picture[item.id] == nil else { return }
    teller.say(Words.text("item.removed", ["item": item.spokenName]))
  }

  /// Has the host load the form again, which leaves nothing to correct.
  package mutating func reload() throws(Ending) {
    route.isCorrecting = false
    try dialogue.exchange([.reload])
  }

  /// Says of a form that was handed in and not taken how much is to be mended.
  ///
  /// - Returns: What is to be mended where the person is, unless that stands beside the line.
  private mutating func sayRefusal() -> [Remark] {
    guard isSubmitted else { return [] }
    (isSubmitted, route.isCorrecting) = (false, false)
    // What is wrong with the whole of a section is mended in it.
    guard let stop = route.stop,
      let fault = ([stop] + picture.labelledGroups(of: stop).reversed()).first(where: \.isFaulty)
    else { return [] }
    teller.say(
      Words.notAccepted(
        picture.title, faultyFields: picture.faults.map { picture.fullName(of: $0) }),
      as: .fault)
    (route.isCorrecting, saidFaultCount) = (true, nil)
    guard saysStatuses || fault.kind == .group, let line = dialogue.reply(about: fault.id) else {
      return []
    }
    return [Remark(line, .fault)]
  }

  /// Says the number of faults that a refused form still has, if it has changed, and the key that submits.
  private mutating func sayFaultsLeft() {
    guard picture.alert == nil, !submitKey.isEmpty else { return }
    let count = route.isCorrecting ? picture.unfinished.count : nil
    defer { saidFaultCount = count }
    guard let count, count != saidFaultCount else { return }
    teller.say(Words.faultsLeft(count, key: submitKey), as: .help)
  }

  /// Says a screen's title and help, unless that was done.
  package mutating func introduce() {
    if introduced.attachment != dialogue.attachmentCount {
      introduced.attachment = dialogue.attachmentCount
      (introduced.title, introduced.detail) = ("", "")
      explained = []
      groups = []
      route.restart()
      route.isCorrecting = false
    }
    if picture.title != introduced.title {
      introduced.title = picture.title
      teller.say(introduced.title, as: .title)
    }
    let detail = picture.screen?.text(.detail) ?? ""
    if !detail.isEmpty && detail != introduced.detail {
      introduced.detail = detail
      teller.say(detail, as: .help)
    }
  }

  /// Writes the pages of lists that are due; of a list whose rows take longer than a moment, it says so.
  private mutating func showLists() throws(Ending) {
    let dialogue = dialogue
    for list in dialogue.lists.due where picture.alert == nil {
      let size = teller.size
      let rowCount = ListDesk.pageSize(rowCount: size.rows)
      if let request = dialogue.lists.request(for: list, size: rowCount, in: picture) {
        try dialogue.request(request, limit: patience) { picture in
          picture.alert != nil || !dialogue.lists.lacksRows(list, in: picture)
        }
      }
      if dialogue.lists.isAwaited(list, in: picture) { try teller.flush() }
      _ = try dialogue.wait(limit: patience) { dialogue.lists.isAwaited(list, in: $0) }
      // The host may have something to ask by now, or another screen.
      guard picture.alert == nil, dialogue.lists.due.contains(list) else { return }
      let lines = dialogue.lists.write(list, in: picture, width: size.columns)
      for line in lines { teller.say(line) }
      if let line = dialogue.reply(about: list), let node = picture[list] {
        teller.say(line, as: node.statusStyle)
      } else if lines.isEmpty, let node = picture[list] {
        teller.say(Words.text("list.empty", ["name": node.spokenName]))
      }
    }
  }

  /// Waits while the screen is busy; says why, if that takes longer than a moment.
  private mutating func awaitScreen() throws(Ending) {
    guard picture.isOccupied else { return }
    try teller.flush()
    if try !dialogue.wait(limit: patience, while: { $0.isOccupied }) {
      for line in dialogue.announcements() { teller.say(line) }
      var said = ""
      while picture.isOccupied, let screen = picture.screen {
        let line = Words.busy(screen, title: picture.title)
        if line != said { teller.say(line) }
        said = line
        try teller.flush()
        _ = try dialogue.wait { picture in
          picture.isOccupied
            && picture.screen.map { Words.busy($0, title: picture.title) } == said
        }
      }
    }
    introduce()
  }

  /// Says what belongs to a field before it is asked for: its group's name, once the group's help and
  /// notes and its own help, and which field it is where the person has just come to it.
  ///
  /// - Parameters:
  ///   - field: What is asked for.
  ///   - aside: What stands behind the help, on the same line.
  /// - Returns: Whether the help was said.
  @discardableResult
  package mutating func explain(_ field: PictureNode, aside: String = "") -> Bool {
    explainSections(around: field)
    for note in picture.notes(of: picture.labelledGroup(of: field))
    where explained.insert(note.id).inserted {
      if let line = dialogue.reply(about: note.id) { teller.say(line) }
    }
    let isNew = explained.insert(field.id).inserted
    let help = isNew ? field.text(.detail) : ""
    let isKnown = !saysStatuses || positionedPlace == route.place
    let position = isKnown ? "" : picture.position(of: field)
    positionedPlace = route.place
    let line = help.isEmpty || position.isEmpty ? help + position : "\(help) (\(position))"
    if !line.isEmpty { teller.say(help.isEmpty ? line : line + aside, as: .help) }
    return !help.isEmpty
  }

  /// Says the names of the groups that the person has just come into, and their help once.
  ///
  /// - Parameters:
  ///   - node: What is asked for.
  ///   - named: The group whose name the prompt says.
  package mutating func explainSections(around node: PictureNode, named: NodeID? = nil) {
    let around = picture.labelledGroups(of: node)
    let headings = around.map { Heading(group: $0.id, label: $0.text(.label)) }
    for (depth, heading) in headings.enumerated()
    where !groups.dropFirst(depth).starts(with: [heading]) {
      if heading.group != named { teller.say(heading.label, as: .title) }
      explainOnce(around[depth])
      // What is inside another one than before is new, too.
      groups = Array(headings.prefix(depth + 1))
    }
    groups = headings
  }

  /// Says the help of a node, and before it what an alert asks, unless that was done.
  package mutating func explainOnce(_ node: PictureNode) {
    guard explained.insert(node.id).inserted else { return }
    let question = node.kind == .alert ? [node.text(.label), node.text(.explanation)] : []
    for line in question where !line.isEmpty { teller.say(line, as: .title) }
    let help = node.text(.detail)
    if !help.isEmpty { teller.say(help, as: .help) }
  }

  /// Says the help of a node once more, when it is due.
  package mutating func forgetExplanation(of node: NodeID?) {
    positionedPlace = nil
    guard let node, let field = picture[node] else { return }
    explained.remove(node)
    explained.subtract(picture.notes(of: picture.labelledGroup(of: field)).map(\.id))
  }
}

extension Picture {
  /// Whether the person has nothing to answer now, and will have.
  fileprivate var isOccupied: Bool {
    alert == nil && (activity.isUnderWay || activity == .over && stops.isEmpty)
  }
}
