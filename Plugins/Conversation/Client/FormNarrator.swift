package import FormworkFrontEnd
package import Interaction
package import Wording

/// A guide through a screen, which introduces it, explains fields, and says what is awaited.
package struct FormNarrator {
  package var route: Route
  private let client: HostClient
  private let writer: LineWriter
  private let timeout: Duration
  private let saysStatuses: Bool
  private let submitKey: String

  /// Whether a form was submitted, and the outcome was not announced.
  private var isSubmitted = false

  /// The number of faults that was shown last; `nil` if no submission was refused.
  private var reportedFaults: (count: Int, atButtons: Bool)?

  /// The title and the help of a screen, as they were shown in an attachment.
  private var introduced = (attachment: 0, title: "", detail: "")

  /// The nodes whose help was shown.
  private var explained: Set<NodeID> = []

  /// The groups around the last place, with their labels: an item that moves gets another label.
  private var groups: [(group: NodeID, label: String)] = []

  private var positionedPlace: Place?

  /// Creates a narrator, which says statuses if they are not shown beside a line.
  package init(
    _ client: HostClient, _ writer: LineWriter, timeout: Duration, saysStatuses: Bool = false,
    submitKey: String
  ) {
    (self.client, self.writer, self.timeout) = (client, writer, timeout)
    (self.saysStatuses, self.submitKey) = (saysStatuses, submitKey)
    route = Route(client)
  }

  private var picture: ViewTreeReplica { client.picture }

  /// Introduces the screen, waits while there is nothing to answer, and says what has changed.
  package mutating func settle() throws(FrontEndExit) {
    repeat {
      introduce()
      try awaitScreen()
      client.lists.note(isAtField: route.stop?.kind.isField == true, in: picture)
      try showLists()
    } while introduced.attachment != client.attachmentCount
    try route.follow()
    defer { sayFaultsLeft() }
    let refusal = sayRefusal()
    let stop = route.stop
    // The status of a field may be shown beside its line.
    let field = stop.flatMap { $0.kind.isField && !saysStatuses ? $0.id : nil }
    let group = stop.flatMap { picture.labelledGroup(of: $0) }
    let lines = refusal + client.announcements(except: field, within: group)
    if let stop, group != nil {
      for line in client.announcements() { writer.say(line) }
      if !lines.isEmpty { explainSections(around: stop) }
    }
    for line in lines { writer.say(line) }
  }

  package mutating func choose(_ choice: MenuChoice) throws(FrontEndExit) {
    switch choice {
    case .page(let list, let first): client.lists.turn(list, to: first)
    case .node(let id):
      guard let node = picture[id] else {
        // A row may go before the answer.
        if let label = client.lists.label(of: id) {
          writer.say(FrontEndMessages.text("list.gone", ["row": label]))
        }
        return
      }
      if node.kind == .column, let list = node.parent { client.lists.renew(list) }
      try activate(node)
    }
  }

  package mutating func activate(_ button: PictureNode) throws(FrontEndExit) {
    if button.kind == .group { return try route.goIn(button) }
    isSubmitted = button.role == .submit
    let item = button.role == .remove ? picture.labelledGroup(of: button) : nil
    try route.activate(button.id)
    // The next item gets the name of this one: without a message, the removal could go unnoticed.
    guard let item, picture[item.id] == nil else { return }
    writer.say(FrontEndMessages.text("item.removed", ["item": item.spokenName]))
  }

  package mutating func reload() throws(FrontEndExit) {
    route.isCorrecting = false
    try client.exchange([.reload])
  }

  /// Leaves the screen, or only its question, and then says which safe answer the host has taken.
  package func leaveScreen() throws(FrontEndExit) {
    let (alert, attachment) = (picture.alert, client.attachmentCount)
    let buttons = alert.map { picture.buttons(of: $0.id) } ?? []
    try client.exchange([.back(insists: true)])
    guard picture.alert == nil, client.attachmentCount == attachment, buttons.count > 1,
      let safe = buttons.first(where: { $0.role == .cancel })
    else { return }
    writer.say(FrontEndMessages.text("alert.left", ["button": safe.spokenName]))
  }

  /// Asks the host to hand over to another front end, or the next one, and waits.
  ///
  /// From the lists of a screen, the other one continues at the row with the focus.
  package func switchTo(frontEnd name: String?, limit: Duration? = nil) throws(FrontEndExit) {
    try client.drain()
    if case .menu = route.place, let row = client.lists.beginning(in: picture) {
      client.host.post(.go(.node(row)))
    }
    client.host.post(.switchFrontEnd(.text(name ?? "")))
    // The keys after the request are for the other front end, whatever the host sends before DETACH.
    _ = try client.wait(limit: limit ?? timeout) { _ in true }
  }

  /// Says what a refused form needs; returns the fault at the user's place unless the line shows it.
  private mutating func sayRefusal() -> [OutputLine] {
    guard isSubmitted else { return [] }
    (isSubmitted, route.isCorrecting) = (false, false)
    // A fault of a whole section is fixed in it.
    guard let stop = route.stop,
      let fault = ([stop] + picture.labelledGroups(of: stop).reversed()).first(where: \.isFaulty)
    else { return [] }
    writer.say(
      FrontEndMessages.notAccepted(
        picture.title, faultyFields: picture.faults.map { picture.fullName(of: $0) }),
      as: .fault)
    (route.isCorrecting, reportedFaults) = (true, nil)
    guard saysStatuses || fault.kind == .group, let line = client.reply(about: fault.id) else {
      return []
    }
    return [OutputLine(line, .fault)]
  }

  /// Says the number of faults of a refused form, and the key that submits, at changes and at buttons.
  private mutating func sayFaultsLeft() {
    guard picture.alert == nil, !submitKey.isEmpty else { return }
    guard route.isCorrecting else { return reportedFaults = nil }
    let faults = (count: picture.unfinished.count, atButtons: route.stop == nil)
    let isNew =
      faults.count != reportedFaults?.count || faults.atButtons && reportedFaults?.atButtons != true
    reportedFaults = faults
    if isNew { writer.say(FrontEndMessages.faultsLeft(faults.count, key: submitKey), as: .help) }
  }

  /// Says the last news; if the terminal is gone, nothing can be shown.
  package mutating func finish() {
    introduce()
    for line in client.announcements() { writer.say(line) }
    do throws(FrontEndExit) { try writer.flush() } catch { return }
  }

  private mutating func introduce() {
    if introduced.attachment != client.attachmentCount {
      introduced = (client.attachmentCount, "", "")
      (explained, groups) = ([], [])
      route.restart()
      route.isCorrecting = false
    }
    if picture.title != introduced.title {
      introduced.title = picture.title
      writer.say(introduced.title, as: .title)
    }
    let detail = picture.screen?.text(.detail) ?? ""
    if !detail.isEmpty && detail != introduced.detail {
      introduced.detail = detail
      writer.say(detail, as: .help)
    }
  }

  private mutating func showLists() throws(FrontEndExit) {
    let client = client
    for list in client.lists.due where picture.alert == nil {
      let size = writer.size
      let rowCount = ListPager.pageSize(rowCount: size.rows)
      if let request = client.lists.request(for: list, size: rowCount, in: picture) {
        try client.drain()
        let known = client.flushes.count
        client.host.post(request)
        // Another flush may come before the rows.
        _ = try client.wait(limit: timeout) { picture in
          client.flushes.count == known
            || picture.alert == nil && client.lists.lacksRows(list, in: picture)
        }
      }
      if client.lists.isAwaited(list, in: picture) { try writer.flush() }
      _ = try client.wait(limit: timeout) { client.lists.isAwaited(list, in: $0) }
      // The host may have opened an alert or another screen.
      guard picture.alert == nil, client.lists.due.contains(list) else { return }
      let lines = client.lists.write(list, in: picture, width: size.columns)
      for line in lines { writer.say(line) }
      if let line = client.reply(about: list), let node = picture[list] {
        writer.say(line, as: node.statusStyle)
      } else if lines.isEmpty, let node = picture[list] {
        writer.say(FrontEndMessages.text("list.empty", ["name": node.spokenName]))
      }
    }
  }

  private mutating func awaitScreen() throws(FrontEndExit) {
    guard picture.isBusy else { return }
    try writer.flush()
    if try !client.wait(limit: timeout, while: { $0.isBusy }) {
      for line in client.announcements() { writer.say(line) }
      while picture.isBusy, let line = picture.wordsForBusy {
        writer.say(line)
        try writer.flush()
        _ = try client.wait { $0.isBusy && $0.wordsForBusy == line }
      }
    }
    introduce()
  }

  /// Shows the groups around a field, its help with a text after it, notes, and its position.
  @discardableResult
  package mutating func explain(_ field: PictureNode, aside: String = "") -> Bool {
    explainSections(around: field)
    showNotes(at: field)
    let isNew = explained.insert(field.id).inserted
    let help = isNew ? field.text(.detail) : ""
    let isKnown = !saysStatuses || positionedPlace == route.place
    let position = isKnown ? "" : picture.position(of: field)
    positionedPlace = route.place
    let line = help.isEmpty || position.isEmpty ? help + position : "\(help) (\(position))"
    if !line.isEmpty { writer.say(help.isEmpty ? line : line + aside, as: .help) }
    return !help.isEmpty
  }

  /// Returns the notes beside a field that were not shown: Enter alone at the field shows more.
  package func unreadNotes(at field: PictureNode) -> [PictureNode] {
    picture.notes(of: picture.labelledGroup(of: field)).filter { !explained.contains($0.id) }
  }

  private mutating func showNotes(at field: PictureNode) {
    let size = writer.size
    var room = size.rows == 0 ? .max : max(5, size.rows - 4)
    let notes = unreadNotes(at: field)
    for (index, note) in notes.enumerated() {
      let line = client.reply(about: note.id) ?? ""
      let rowCount = line.rows(of: size.columns).count
      guard rowCount <= room || index == 0 else {
        return writer.say(
          FrontEndMessages.text("notes.more", count: notes.count - index), as: .help)
      }
      room -= rowCount
      explained.insert(note.id)
      writer.say(line)
    }
  }

  /// Shows the new groups around a node and their help, except the name that the prompt contains.
  package mutating func explainSections(around node: PictureNode, named: NodeID? = nil) {
    let around = picture.labelledGroups(of: node)
    for (depth, group) in around.enumerated() {
      let label = group.text(.label)
      if depth < groups.count, groups[depth] == (group.id, label) { continue }
      if group.id != named { writer.say(label, as: .title) }
      explainOnce(group)
      // In another group, the groups inside it are new, too.
      groups = groups.prefix(depth) + [(group.id, label)]
    }
    groups = Array(groups.prefix(around.count))
  }

  /// Creates the menu of an owner, after the question of an alert or the sections around the owner.
  package mutating func menu(
    of owner: NodeID?, named: NodeID? = nil, width: Int, none: String
  ) -> Menu {
    if let alert = picture.alert {
      explainOnce(alert)
    } else if let owner, let first = picture.buttons(of: owner).first {
      explainSections(around: first, named: named)
    }
    return Menu(of: owner, in: client, width: width, none: none)
  }

  private mutating func explainOnce(_ node: PictureNode) {
    guard explained.insert(node.id).inserted else { return }
    let question = node.kind == .alert ? [node.text(.label), node.text(.explanation)] : []
    for line in question where !line.isEmpty { writer.say(line, as: .title) }
    let help = node.text(.detail)
    if !help.isEmpty { writer.say(help, as: .help) }
  }

  package mutating func forgetExplanation(of node: NodeID?) {
    positionedPlace = nil
    guard let node, let field = picture[node] else { return }
    explained.remove(node)
    explained.subtract(picture.notes(of: picture.labelledGroup(of: field)).map(\.id))
  }
}

extension ViewTreeReplica {
  /// Whether the user has to wait until something can be answered.
  fileprivate var isBusy: Bool {
    alert == nil && (activity.isUnderWay || activity == .over && stops.isEmpty)
  }

  fileprivate var wordsForBusy: String? { screen.map { FrontEndMessages.busy($0, title: title) } }
}

/// The hint how to get help and how to leave, which each program shows once.
///
/// An isolated front end is a new process each time: `FORMWORK_SHOWN` says that there was an earlier one.
package enum FirstPrompt {
  // A front end runs on one thread.
  private nonisolated(unsafe) static var isShown = Environment.value("FORMWORK_SHOWN") != nil

  package static func claim() -> Bool {
    defer { isShown = true }
    return !isShown
  }
}
