import FormworkFrontEnd
import Interaction
import Wording

extension Session {
  /// Does what the last flush has made due: goes on from a field that was taken, or to where the focus is to be.
  func settle() {
    defer { refused = [] }
    if let field = committed {
      committed = nil
      guard picture.focus == field, picture.alert == nil, let node = picture[field] else { return }
      if node.isFaulty || refused.contains(field) { return ring() }
      return person.faultsLeft == nil ? tell(.go(.next)) : goToNextFault(after: field)
    }
    if let place = submittedFrom, !isOccupied, picture.alert == nil {
      submittedFrom = nil
      person.faultsLeft = picture.faults.isEmpty ? nil : picture.unfinished.count
      if picture.focus == place, picture[place]?.isFaulty == true { ring() }
    }
    if let wanted = wantedRow {
      if let row = row(at: wanted.place, of: wanted.list) {
        wantedRow = nil
        return tell(.go(.node(row)))
      }
      // Keys wait for the row, but not for one that will not come.
      if picture[wanted.list]?.isLoading != true {
        wantedRow = nil
        ring()
      }
    }
    if isFresh, let row = rowBeforeFocus {
      isFresh = false
      return tell(.go(.node(row)))
    }
    guard picture.focus == nil, wantedRow == nil, !hasTriedFocus, picture.alert == nil, !isOccupied,
      let first = tree.outline.stop(from: -1, isBack: false, in: picture)?.stops.first
    else { return placeLists() }
    hasTriedFocus = true
    tell(.go(.node(first)))
  }

  /// Goes to the next fault of a form that was refused, or to the button that submits it.
  private func goToNextFault(after field: NodeID) {
    let unfinished = picture.unfinished
    person.faultsLeft = unfinished.count
    let faults = Set(unfinished.compactMap { picture.firstPlace(of: $0) })
    let rest = picture.places.map(\.id).drop { $0 != field }.dropFirst()
    let next = rest.first(where: faults.contains) ?? picture.submitButton?.id
    tell(next.map { .go(.node($0)) } ?? .go(.next))
  }

  /// Goes where the person wants to.
  func go(_ way: KeyboardMachine.Way) {
    switch way {
    case .next: goOn(isBack: false)
    case .previous: goOn(isBack: true)
    case .nextSection: tell(.go(.nextSection))
    case .previousSection: tell(.go(.previousSection))
    case .left: step(by: -1)
    case .right: step(by: 1)
    case .up, .down, .pageUp, .pageDown, .first, .last: goFar(way)
    }
  }

  /// Tab: what comes next is the host's to know, but for lists, of which the rows are one place: Tab leaves them, and
  /// comes back to the row that was left.
  private func goOn(isBack: Bool) {
    let outline = tree.outline
    if picture.alert == nil, let id = picture.focus, let place = outline.place(of: id, in: picture)
    {
      let stops = outline.stops(at: place, in: picture)
      let isAtEnd = id == (isBack ? stops.first : stops.last)
      let isInList = outline.entries[place].isList
      if isInList || isAtEnd, let next = outline.stop(from: place, isBack: isBack, in: picture),
        isInList || outline.entries[next.place].isList
      {
        return tell(.go(.node(target(of: next, isBack: isBack))))
      }
    }
    tell(.go(isBack ? .previous : .next))
  }

  /// Where to go at a place: the row of a list that was left last, else that which is selected, else what comes first.
  private func target(of stop: (place: Int, stops: [NodeID]), isBack: Bool = false) -> NodeID {
    guard case .list(let list) = tree.outline.entries[stop.place].item else {
      return stop.stops[isBack ? stop.stops.count - 1 : 0]
    }
    if let row = view.leftRows[list], picture[row]?.parent == list { return row }
    let rows = picture[list].map { picture.rows(of: $0) } ?? []
    return rows.first { picture[$0]?.isSelected == true } ?? stop.stops[0]
  }

  private func goFar(_ way: KeyboardMachine.Way) {
    let isBack = way == .up || way == .pageUp || way == .first
    if picture.alert != nil {
      // There may be more to read of a long question.
      if way == .pageUp || way == .pageDown, look({ Windows(page: $0).turnAlert(isBack: isBack) }) {
        return
      }
      return tell(.go(isBack ? .previous : .next))
    }
    if let (list, place) = focusedRow, goInList(list, from: place, way) { return }
    let outline = tree.outline
    let place = picture.focus.flatMap { outline.place(of: $0, in: picture) } ?? -1
    let stop =
      switch way {
      case .pageUp, .pageDown: stopOfPage(from: place, isBack: isBack)
      case .first: outline.stop(from: -1, isBack: false, in: picture)
      case .last: outline.stop(from: outline.entries.count, isBack: true, in: picture)
      case .next, .previous, .nextSection, .previousSection, .up, .down, .left, .right:
        outline.stop(from: place, isBack: isBack, in: picture)
      }
    guard let stop else {
      if case .text(let id, _) = person.focus, way == .up || way == .down, histories[id] != nil {
        return recall(isBack: isBack)
      }
      // There may be something to read.
      let rows = way == .pageUp || way == .pageDown ? pageRows : 1
      return look { $0.scroll(by: isBack ? -rows : rows) }
    }
    let target = target(of: stop)
    if target == picture.focus { return ring() }
    tell(.go(.node(target)))
  }

  /// How many rows of the form a page goes on: one of those that were on view stays.
  private var pageRows: Int { max(1, look { $0.layout.body.count } - 1) }

  /// The last place to go to within a page, or else the first one behind it.
  private func stopOfPage(from start: Int, isBack: Bool) -> (place: Int, stops: [NodeID])? {
    let outline = tree.outline
    var (place, rows) = (start, 0)
    var found: (place: Int, stops: [NodeID])?
    while let next = outline.stop(from: place, isBack: isBack, in: picture) {
      let passed = isBack ? next.place..<place : max(0, place)..<next.place
      rows += look { $0.withBody { body in passed.reduce(0) { $0 + body.lineCount(at: $1) } } }
      if found != nil, rows > pageRows { break }
      (found, place) = (next, next.place)
    }
    return found
  }

  /// Goes to what stands beside a button or a row.
  private func step(by count: Int) {
    if picture.alert == nil, let (list, place) = focusedRow {
      return list.layout == .grid ? goToRow(of: list, at: place + count) : ring()
    }
    guard picture.alert == nil, let id = picture.focus,
      let place = tree.outline.place(of: id, in: picture)
    else { return tell(.go(count < 0 ? .previous : .next)) }
    let stops = tree.outline.stops(at: place, in: picture)
    let next = (stops.firstIndex(of: id) ?? 0) + count
    tell(
      stops.indices.contains(next) ? .go(.node(stops[next])) : .go(count < 0 ? .previous : .next))
  }

  // MARK: Lists

  /// The list in which a row has the focus, and the place of the row, from 0.
  private var focusedRow: (list: PictureNode, place: Int)? {
    guard case .node(let id) = person.focus, let row = picture[id], row.kind == .row,
      let list = row.parent.flatMap({ picture[$0] }),
      let place = look({ $0.lists.focusedPlace(in: list) })
    else { return nil }
    return (list, place)
  }

  /// Where a person begins who sees all of a list, and not first the buttons behind it; `nil` where that is not so.
  var rowBeforeFocus: NodeID? {
    guard picture.alert == nil, !isOccupied, let id = picture.focus,
      picture[id]?.kind == .button, let place = tree.outline.place(of: id, in: picture),
      let list = tree.outline.entries[..<place].lastIndex(where: \.isList)
    else { return nil }
    let stops = tree.outline.stops(at: list, in: picture)
    return stops.isEmpty ? nil : target(of: (list, stops))
  }

  /// Goes from a row to another one; whether there is one in that direction.
  private func goInList(_ list: PictureNode, from place: Int, _ way: KeyboardMachine.Way) -> Bool {
    let shape = look { $0.lists.shape(of: list) }
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
    let shape = look { $0.lists.shape(of: list) }
    guard (0..<shape.count).contains(place) else { return ring() }
    if let row = shape.row(at: place) { return tell(.go(.node(row))) }
    wantedRow = (list.id, place)
    // What was asked for before may have been told, and taken back since.
    if !list.isLoading { windows[list.id] = nil }
    ask(
      for: max(0, place - shape.room)..<min(shape.count, place + 2 * shape.room),
      of: list.id)
  }

  /// The row at a place, if the host has told it.
  func row(at place: Int, of list: NodeID) -> NodeID? {
    picture[list].flatMap { node in look { $0.lists.shape(of: node) }.row(at: place) }
  }

  private func ask(for places: Range<Int>, of list: NodeID) {
    let places = places.prefix(ListShape.windowLimit)
    guard windows[list] != places else { return }
    windows[list] = places
    post(.window(list, firstRow: places.lowerBound, rowCount: places.count))
  }

  /// Scrolls to the row with the focus, unless the person has scrolled by hand, and asks for the rows around.
  func placeLists() {
    if !view.followsFocus {
      for list in tree.outline.lists.compactMap({ picture[$0] }) { askForRowsShown(of: list) }
    }
    guard let (list, place) = focusedRow else { return }
    let shape = look { $0.lists.shape(of: list) }
    view.leftRows[list.id] = picture.focus
    if view.followsFocus {
      let former = (view.listTops[list.id] ?? 0) / shape.perLine
      let first = TextBox.first(
        shape.room, of: shape.lineCount, at: place / shape.perLine, former)
      view.listTops[list.id] = first * shape.perLine
    }
    askForRowsShown(of: list)
  }

  /// Asks for the rows of a list that are shown and that the host has not sent, and for some around.
  func askForRowsShown(of list: PictureNode) {
    let shape = look { $0.lists.shape(of: list) }
    let first = (view.listTops[list.id] ?? 0) / shape.perLine
    let wanted = shape.places(fromLine: first)
    // The focus may be another one by the next flush: then it is asked for what is around that.
    guard !awaitsFlush, wantedRow == nil,
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
    guard let (list, _) = focusedRow else { return ring() }
    let columns = picture.columns(of: list)
    guard columns.indices.contains(index), columns[index][.order] != nil else { return ring() }
    tell(.activate(columns[index].id))
  }
}
