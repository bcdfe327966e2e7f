import FormworkFrontEnd
import Interaction

/// The part of a session that moves the focus, and asks for the rows of lists.
final class FocusMover {
  private unowned let session: ScreenController

  /// The field that was committed: if the host accepts it, the focus moves on.
  var committed: NodeID?

  var submittedFrom: NodeID?
  var refused: Set<NodeID> = []
  private var windows: [NodeID: Range<Int>] = [:]
  var hasTriedFocus = false

  init(_ session: ScreenController) { self.session = session }

  private var picture: ViewTreeReplica { session.picture }
  private var tree: Tree { session.tree }
  private var outline: Outline { tree.outline }

  /// Moves the focus after a flush: from a field that was accepted, or to a row that has come.
  func settle() {
    defer { refused = [] }
    if let field = committed {
      committed = nil
      guard picture.focus == field, picture.alert == nil, let node = picture[field] else { return }
      if node.isFaulty || refused.contains(field) { return session.ring() }
      if node.submits { return session.submit() }
      return session.user.faultsLeft == nil ? leave(isBack: false) : goToNextFault(after: field)
    }
    if let place = submittedFrom, isIdle {
      submittedFrom = nil
      session.user.faultsLeft = picture.faults.isEmpty ? nil : picture.unfinished.count
      if picture.focus == place, picture[place]?.isFaulty == true { session.ring() }
    }
    if let wanted = session.gate.wantedRow {
      if let list = picture[wanted.list], let row = shape(of: list).row(at: wanted.place) {
        session.gate.wantedRow = nil
        return go(to: row)
      }
      // Keys wait for the row only as long as it may come.
      if picture[wanted.list]?.isLoading != true {
        session.gate.wantedRow = nil
        session.ring()
      }
    }
    if !session.user.hasTyped, let row = rowBeforeFocus {
      session.user.hasTyped = true
      return go(to: row)
    }
    guard picture.focus == nil, session.gate.wantedRow == nil, !hasTriedFocus, isIdle,
      let first = tree.stop(from: -1, isBack: false)?.stops.first
    else { return placeLists() }
    hasTriedFocus = true
    go(to: first)
  }

  private var isIdle: Bool { !session.gate.isOccupied && picture.alert == nil }

  /// Goes to the next fault of a form that was refused, or to the button that submits it.
  private func goToNextFault(after field: NodeID) {
    session.user.faultsLeft = session.picture.unfinished.count
    let next = session.picture.nextFault(after: field) ?? tree.submitButton?.id
    session.fieldEditor.post(next.map { .go(.node($0)) } ?? .go(.next))
  }

  func go(_ way: KeyboardMachine.FocusMove) {
    switch way {
    case .next, .previous: moveByTab(isBack: way == .previous)
    case .nextSection: session.fieldEditor.post(.go(.nextSection))
    case .previousSection: session.fieldEditor.post(.go(.previousSection))
    case .left, .right: step(by: way == .left ? -1 : 1)
    case .up, .down, .pageUp, .pageDown, .first, .last: goFar(way)
    }
  }

  /// Moves the focus at Tab, which leaves the rows of a list, and returns to the last one.
  private func moveByTab(isBack: Bool) {
    if let (id, place, stops) = focusedPlace {
      let isAtEnd = id == (isBack ? stops.first : stops.last)
      let isInList = outline.entries[place].kind == .list
      if isInList || isAtEnd, let next = tree.stop(from: place, isBack: isBack),
        isInList || outline.entries[next.place].kind == .list
      {
        return go(to: target(of: next, isBack: isBack))
      }
    }
    leave(isBack: isBack)
  }

  /// The focus outside of an alert, with its place and the stops there.
  private var focusedPlace: (id: NodeID, place: Int, stops: [NodeID])? {
    guard picture.alert == nil, let id = picture.focus, let place = tree.place(of: id)
    else { return nil }
    return (id, place, tree.stops(at: place))
  }

  private func go(to id: NodeID) { session.fieldEditor.post(.go(.node(id))) }

  private func leave(isBack: Bool) { session.fieldEditor.post(.go(isBack ? .previous : .next)) }

  /// Returns the node to focus: in a list, the row that was left, the selected one, or the first.
  private func target(of stop: (place: Int, stops: [NodeID]), isBack: Bool = false) -> NodeID {
    let entry = outline.entries[stop.place]
    guard entry.kind == .list else { return stop.stops[isBack ? stop.stops.count - 1 : 0] }
    let list = entry.id
    if let row = session.view.leftRows[list], picture[row]?.parent == list { return row }
    let rows = picture[list].map { picture.rows(of: $0) } ?? []
    return rows.first { picture[$0]?.isSelected == true } ?? stop.stops[0]
  }

  private func goFar(_ way: KeyboardMachine.FocusMove) {
    let isBack = way == .up || way == .pageUp || way == .first
    let isPage = way == .pageUp || way == .pageDown
    if picture.alert != nil {
      // There may be more to read of a long question.
      if isPage, session.painter.look({ Windows(page: $0).turnAlert(isBack: isBack) }) { return }
      return leave(isBack: isBack)
    }
    if let (list, place) = focusedRow, goInList(list, from: place, way) { return }
    let place = picture.focus.flatMap { tree.place(of: $0) } ?? -1
    let found =
      switch way {
      case .pageUp, .pageDown: stopOfPage(from: place, isBack: isBack)
      case .first: tree.stop(from: -1, isBack: false)
      case .last: tree.stop(from: outline.entries.count, isBack: true)
      default: tree.stop(from: place, isBack: isBack)
      }
    guard let found else {
      if case .text(let id, _) = session.user.focus, way == .up || way == .down,
        session.fieldEditor.histories[id] != nil
      {
        return session.fieldEditor.recall(isBack: isBack)
      }
      // There may be more text to read beyond the last stop.
      let rows = isPage ? pageRows : 1
      return session.painter.look { $0.scroll(by: isBack ? -rows : rows) }
    }
    if isPage, session.painter.look({ $0.body.isFar(found.place, isBack: isBack) }) {
      return session.painter.look { $0.scroll(by: isBack ? -pageRows : pageRows) }
    }
    let target = target(of: found)
    if target == picture.focus { session.ring() } else { go(to: target) }
  }

  /// The number of rows that a page scrolls: one visible row stays visible.
  private var pageRows: Int { max(1, session.painter.look { $0.layout.body.count } - 1) }

  /// Returns the last focusable place within a page, or else the first one after the page.
  private func stopOfPage(from start: Int, isBack: Bool) -> (place: Int, stops: [NodeID])? {
    let (tree, limit) = (tree, pageRows)
    return session.painter.look { page in
      var (place, rows) = (start, 0)
      var found: (place: Int, stops: [NodeID])?
      while let next = tree.stop(from: place, isBack: isBack) {
        let passed = isBack ? next.place..<place : max(0, place)..<next.place
        rows += passed.reduce(0) { $0 + page.body.lineCount(at: $1) }
        if found != nil, rows > limit { break }
        (found, place) = (next, next.place)
      }
      return found
    }
  }

  private func step(by count: Int) {
    guard let (id, _, stops) = focusedPlace else { return leave(isBack: count < 0) }
    if let (list, place) = focusedRow {
      return list.layout == .grid ? goToRow(of: list, at: place + count) : session.ring()
    }
    let next = (stops.firstIndex(of: id) ?? 0) + count
    if stops.indices.contains(next) { go(to: stops[next]) } else { leave(isBack: count < 0) }
  }

  // MARK: Lists

  /// The list in which a row has the focus, and the place of the row, from 0.
  private var focusedRow: (list: PictureNode, place: Int)? {
    guard case .node(let id) = session.user.focus, let row = picture[id], row.kind == .row,
      let list = row.parent.flatMap({ picture[$0] }),
      let place = session.painter.look({ $0.lists.focusedPlace(in: list) })
    else { return nil }
    return (list, place)
  }

  /// The row to focus first if a list precedes the focused button: a user begins in the list.
  private var rowBeforeFocus: NodeID? {
    guard isIdle, let (id, place, _) = focusedPlace, picture[id]?.kind == .button,
      let list = outline.entries[..<place].lastIndex(where: { $0.kind == .list })
    else { return nil }
    let stops = tree.stops(at: list)
    return stops.isEmpty ? nil : target(of: (list, stops))
  }

  private func goInList(_ list: PictureNode, from place: Int, _ way: KeyboardMachine.FocusMove)
    -> Bool
  {
    let shape = shape(of: list)
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
      default: place
      }
    guard (0..<count).contains(wanted), wanted != place else { return false }
    goToRow(of: list, at: wanted)
    return true
  }

  /// Moves the focus to a row; a row that the host has not sent is requested first.
  private func goToRow(of list: PictureNode, at place: Int) {
    let shape = shape(of: list)
    guard (0..<shape.count).contains(place) else { return session.ring() }
    if let row = shape.row(at: place) { return go(to: row) }
    session.gate.wantedRow = (list.id, place)
    // The host may have sent these rows, and removed them since.
    if !list.isLoading { windows[list.id] = nil }
    ask(for: max(0, place - shape.room)..<min(shape.count, place + 2 * shape.room), of: list.id)
  }

  private func shape(of list: PictureNode) -> ListShape {
    session.painter.look { $0.lists.shape(of: list) }
  }

  private func ask(for places: Range<Int>, of list: NodeID) {
    let places = places.prefix(ListShape.windowLimit)
    guard windows[list] != places else { return }
    windows[list] = places
    session.post(.window(list, firstRow: places.lowerBound, rowCount: places.count))
  }

  /// Scrolls to the row with the focus unless the user has scrolled, and requests the visible rows.
  func placeLists() {
    if !session.view.followsFocus {
      for list in outline.lists { picture[list].map { askForRowsShown(of: $0) } }
    }
    guard let (list, place) = focusedRow else { return }
    let shape = shape(of: list)
    session.view.leftRows[list.id] = picture.focus
    if session.view.followsFocus {
      let previous = (session.view.listTops[list.id] ?? 0) / shape.perLine
      let first = TextBox.first(
        shape.room, of: shape.lineCount, at: place / shape.perLine, previous)
      session.view.listTops[list.id] = first * shape.perLine
    }
    askForRowsShown(of: list)
  }

  /// Requests the visible rows of a list that the host has not sent, and some around them.
  func askForRowsShown(of list: PictureNode) {
    let shape = shape(of: list)
    let first = (session.view.listTops[list.id] ?? 0) / shape.perLine
    let wanted = shape.places(fromLine: first)
    // After the next flush, rows around another focus may be needed.
    guard !session.gate.awaitsFlush, session.gate.wantedRow == nil,
      wanted.lowerBound < shape.received.lowerBound || wanted.upperBound > shape.received.upperBound
    else { return }
    // The number of visible rows, above and below, within the limit of a request.
    let margin = min(wanted.count, (ListShape.windowLimit - wanted.count) / 2)
    ask(
      for: max(0, wanted.lowerBound - margin)..<min(shape.count, wanted.upperBound + margin),
      of: list.id)
  }

  func sort(by index: Int) {
    guard let list = focusedRow?.list,
      let column = picture.columns(of: list).dropFirst(index).first, column[.order] != nil
    else { return session.ring() }
    session.fieldEditor.post(.activate(column.id))
  }
}
