import FormworkFrontEnd
import Interaction
import Wording

/// Moves the focus, and asks for the rows of lists.
final class Walker {
  private unowned let session: Session

  /// The field that was left by Enter: if it is accepted, the focus moves on.
  var committed: NodeID?

  /// The focus when the form was submitted.
  var submittedFrom: NodeID?

  /// The fields with input that was rejected since the last flush.
  var refused: Set<NodeID> = []

  /// The row that gets the focus once the host has sent it.
  var wantedRow: (list: NodeID, place: Int)?

  /// The rows that were asked for last, of each list.
  private var windows: [NodeID: Range<Int>] = [:]

  var hasTriedFocus = false

  /// Whether nothing was typed since the picture came.
  var isFresh = true

  init(_ session: Session) { self.session = session }

  /// Performs the steps that are due after a flush.
  ///
  /// The focus leaves a field that was accepted, or moves to the place where it is wanted.
  func settle() {
    defer { refused = [] }
    if let field = committed {
      committed = nil
      guard session.picture.focus == field, session.picture.alert == nil,
        let node = session.picture[field]
      else { return }
      if node.isFaulty || refused.contains(field) { return session.ring() }
      return session.person.faultsLeft == nil
        ? session.typist.tell(.go(.next)) : goToNextFault(after: field)
    }
    if let place = submittedFrom, !session.gate.isOccupied, session.picture.alert == nil {
      submittedFrom = nil
      session.person.faultsLeft =
        session.picture.faults.isEmpty ? nil : session.picture.unfinished.count
      if session.picture.focus == place, session.picture[place]?.isFaulty == true { session.ring() }
    }
    if let wanted = wantedRow {
      if let row = row(at: wanted.place, of: wanted.list) {
        wantedRow = nil
        return session.typist.tell(.go(.node(row)))
      }
      // Keys wait for the row, but not for one that will not come.
      if session.picture[wanted.list]?.isLoading != true {
        wantedRow = nil
        session.ring()
      }
    }
    if isFresh, let row = rowBeforeFocus {
      isFresh = false
      return session.typist.tell(.go(.node(row)))
    }
    guard session.picture.focus == nil, wantedRow == nil, !hasTriedFocus,
      session.picture.alert == nil, !session.gate.isOccupied,
      let first = session.tree.outline.stop(from: -1, isBack: false, in: session.picture)?.stops
        .first
    else { return placeLists() }
    hasTriedFocus = true
    session.typist.tell(.go(.node(first)))
  }

  /// Goes to the next fault of a form that was refused, or to the button that submits it.
  private func goToNextFault(after field: NodeID) {
    session.person.faultsLeft = session.picture.unfinished.count
    let next = session.picture.nextFault(after: field) ?? session.tree.submitButton?.id
    session.typist.tell(next.map { .go(.node($0)) } ?? .go(.next))
  }

  /// Goes where the person wants to.
  func go(_ way: KeyboardMachine.Way) {
    switch way {
    case .next: goOn(isBack: false)
    case .previous: goOn(isBack: true)
    case .nextSection: session.typist.tell(.go(.nextSection))
    case .previousSection: session.typist.tell(.go(.previousSection))
    case .left: step(by: -1)
    case .right: step(by: 1)
    case .up, .down, .pageUp, .pageDown, .first, .last: goFar(way)
    }
  }

  /// Moves the focus on at Tab.
  ///
  /// The host knows what comes next, except at lists. All rows of a list are one place: Tab leaves them, and returns to
  /// the row that was left.
  private func goOn(isBack: Bool) {
    let outline = session.tree.outline
    if session.picture.alert == nil, let id = session.picture.focus,
      let place = outline.place(of: id, in: session.picture)
    {
      let stops = outline.stops(at: place, in: session.picture)
      let isAtEnd = id == (isBack ? stops.first : stops.last)
      let isInList = outline.entries[place].isList
      if isInList || isAtEnd,
        let next = outline.stop(from: place, isBack: isBack, in: session.picture),
        isInList || outline.entries[next.place].isList
      {
        return session.typist.tell(.go(.node(target(of: next, isBack: isBack))))
      }
    }
    session.typist.tell(.go(isBack ? .previous : .next))
  }

  /// Returns the node to focus at a place.
  ///
  /// In a list, this is the row that was left last, or else the selected row, or else the first one.
  private func target(of stop: (place: Int, stops: [NodeID]), isBack: Bool = false) -> NodeID {
    guard case .list(let list) = session.tree.outline.entries[stop.place].item else {
      return stop.stops[isBack ? stop.stops.count - 1 : 0]
    }
    if let row = session.view.leftRows[list], session.picture[row]?.parent == list { return row }
    let rows = session.picture[list].map { session.picture.rows(of: $0) } ?? []
    return rows.first { session.picture[$0]?.isSelected == true } ?? stop.stops[0]
  }

  private func goFar(_ way: KeyboardMachine.Way) {
    let isBack = way == .up || way == .pageUp || way == .first
    if session.picture.alert != nil {
      // There may be more to read of a long question.
      if way == .pageUp || way == .pageDown,
        session.painter.look({ Windows(page: $0).turnAlert(isBack: isBack) })
      {
        return
      }
      return session.typist.tell(.go(isBack ? .previous : .next))
    }
    if let (list, place) = focusedRow, goInList(list, from: place, way) { return }
    let outline = session.tree.outline
    let place = session.picture.focus.flatMap { outline.place(of: $0, in: session.picture) } ?? -1
    let stop =
      switch way {
      case .pageUp, .pageDown: stopOfPage(from: place, isBack: isBack)
      case .first: outline.stop(from: -1, isBack: false, in: session.picture)
      case .last: outline.stop(from: outline.entries.count, isBack: true, in: session.picture)
      case .next, .previous, .nextSection, .previousSection, .up, .down, .left, .right:
        outline.stop(from: place, isBack: isBack, in: session.picture)
      }
    guard let stop else {
      if case .text(let id, _) = session.person.focus, way == .up || way == .down,
        session.typist.histories[id] != nil
      {
        return session.typist.recall(isBack: isBack)
      }
      // There may be something to read.
      let rows = way == .pageUp || way == .pageDown ? pageRows : 1
      return session.painter.look { $0.scroll(by: isBack ? -rows : rows) }
    }
    let target = target(of: stop)
    if target == session.picture.focus { return session.ring() }
    session.typist.tell(.go(.node(target)))
  }

  /// The number of rows that a page scrolls: one visible row stays visible.
  private var pageRows: Int { max(1, session.painter.look { $0.layout.body.count } - 1) }

  /// Returns the last focusable place within a page, or else the first one after the page.
  private func stopOfPage(from start: Int, isBack: Bool) -> (place: Int, stops: [NodeID])? {
    let (outline, picture, limit) = (session.tree.outline, session.picture, pageRows)
    return session.painter.look { page in
      var (place, rows) = (start, 0)
      var found: (place: Int, stops: [NodeID])?
      while let next = outline.stop(from: place, isBack: isBack, in: picture) {
        let passed = isBack ? next.place..<place : max(0, place)..<next.place
        rows += passed.reduce(0) { $0 + page.body.lineCount(at: $1) }
        if found != nil, rows > limit { break }
        (found, place) = (next, next.place)
      }
      return found
    }
  }

  /// Moves the focus to the item beside a button or a row.
  private func step(by count: Int) {
    if session.picture.alert == nil, let (list, place) = focusedRow {
      return list.layout == .grid ? goToRow(of: list, at: place + count) : session.ring()
    }
    guard session.picture.alert == nil, let id = session.picture.focus,
      let place = session.tree.outline.place(of: id, in: session.picture)
    else { return session.typist.tell(.go(count < 0 ? .previous : .next)) }
    let stops = session.tree.outline.stops(at: place, in: session.picture)
    let next = (stops.firstIndex(of: id) ?? 0) + count
    session.typist.tell(
      stops.indices.contains(next) ? .go(.node(stops[next])) : .go(count < 0 ? .previous : .next))
  }

  // MARK: Lists

  /// The list in which a row has the focus, and the place of the row, from 0.
  private var focusedRow: (list: PictureNode, place: Int)? {
    guard case .node(let id) = session.person.focus, let row = session.picture[id],
      row.kind == .row,
      let list = row.parent.flatMap({ session.picture[$0] }),
      let place = session.painter.look({ $0.lists.focusedPlace(in: list) })
    else { return nil }
    return (list, place)
  }

  /// The row to focus first if a list precedes the focused button; `nil` if none does.
  ///
  /// A user who sees the whole list begins in the list, not at the buttons after it.
  var rowBeforeFocus: NodeID? {
    guard session.picture.alert == nil, !session.gate.isOccupied, let id = session.picture.focus,
      session.picture[id]?.kind == .button,
      let place = session.tree.outline.place(of: id, in: session.picture),
      let list = session.tree.outline.entries[..<place].lastIndex(where: \.isList)
    else { return nil }
    let stops = session.tree.outline.stops(at: list, in: session.picture)
    return stops.isEmpty ? nil : target(of: (list, stops))
  }

  /// Goes from a row to another one; whether there is one in that direction.
  private func goInList(_ list: PictureNode, from place: Int, _ way: KeyboardMachine.Way) -> Bool {
    let shape = session.painter.look { $0.lists.shape(of: list) }
    let (count, perLine) = (shape.count, shape.perLine)
    let page = shape.room * perLine
    let wanted =
      switch way {
      case .up: place - perLine
      case .down: place + perLine
      case .pageUp: max(0, place - page)
      case .pageDown: min(count - 1, place + page)
      case .first: 0
      case .last: count - 1
      case .next, .previous, .nextSection, .previousSection, .left, .right: place
      }
    guard (0..<count).contains(wanted), wanted != place else { return false }
    goToRow(of: list, at: wanted)
    return true
  }

  /// Goes to a row; where the host has not told it, it is asked for first.
  private func goToRow(of list: PictureNode, at place: Int) {
    let shape = session.painter.look { $0.lists.shape(of: list) }
    guard (0..<shape.count).contains(place) else { return session.ring() }
    if let row = shape.row(at: place) { return session.typist.tell(.go(.node(row))) }
    wantedRow = (list.id, place)
    // The host may have sent these rows, and removed them since.
    if !list.isLoading { windows[list.id] = nil }
    ask(
      for: max(0, place - shape.room)..<min(shape.count, place + 2 * shape.room),
      of: list.id)
  }

  /// The row at a place, if the host has told it.
  func row(at place: Int, of list: NodeID) -> NodeID? {
    session.picture[list].flatMap { node in
      session.painter.look { $0.lists.shape(of: node) }.row(at: place)
    }
  }

  private func ask(for places: Range<Int>, of list: NodeID) {
    let places = places.prefix(ListShape.windowLimit)
    guard windows[list] != places else { return }
    windows[list] = places
    session.post(.window(list, firstRow: places.lowerBound, rowCount: places.count))
  }

  /// Scrolls to the row with the focus, and asks for the rows around it.
  ///
  /// The list does not scroll if the user has scrolled by hand.
  func placeLists() {
    guard !session.tree.outline.lists.isEmpty else { return }
    if !session.view.followsFocus {
      for list in session.tree.outline.lists.compactMap({ session.picture[$0] }) {
        askForRowsShown(of: list)
      }
    }
    guard let (list, place) = focusedRow else { return }
    let shape = session.painter.look { $0.lists.shape(of: list) }
    session.view.leftRows[list.id] = session.picture.focus
    if session.view.followsFocus {
      let former = (session.view.listTops[list.id] ?? 0) / shape.perLine
      let first = TextBox.first(
        shape.room, of: shape.lineCount, at: place / shape.perLine, former)
      session.view.listTops[list.id] = first * shape.perLine
    }
    askForRowsShown(of: list)
  }

  /// Asks for the rows of a list that are shown and that the host has not sent, and for some around.
  func askForRowsShown(of list: PictureNode) {
    let shape = session.painter.look { $0.lists.shape(of: list) }
    let first = (session.view.listTops[list.id] ?? 0) / shape.perLine
    let wanted = shape.places(fromLine: first)
    // The focus may be another one by the next flush: then it is asked for what is around that.
    guard !session.gate.awaitsFlush, wantedRow == nil,
      wanted.lowerBound < shape.told.lowerBound || wanted.upperBound > shape.told.upperBound
    else { return }
    // As much above and below as is shown, if so much can be asked for.
    let margin = min(wanted.count, (ListShape.windowLimit - wanted.count) / 2)
    ask(
      for: max(0, wanted.lowerBound - margin)..<min(shape.count, wanted.upperBound + margin),
      of: list.id)
  }

  /// Sorts a list by a column; by the same once more, the other way about.
  func sort(by index: Int) {
    guard let (list, _) = focusedRow else { return session.ring() }
    let columns = session.picture.columns(of: list)
    guard columns.indices.contains(index), columns[index][.order] != nil else {
      return session.ring()
    }
    session.typist.tell(.activate(columns[index].id))
  }
}
