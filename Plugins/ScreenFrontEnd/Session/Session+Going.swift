import Conversation
import FormworkFrontEnd

extension Session {
  /// Goes where the person wants to.
  func go(_ way: KeyboardMachine.Way) {
    switch way {
    case .next: tell(.go(.next))
    case .previous: tell(.go(.previous))
    case .nextSection: tell(.go(.nextSection))
    case .previousSection: tell(.go(.previousSection))
    case .left: step(by: -1)
    case .right: step(by: 1)
    case .up, .down, .pageUp, .pageDown, .first, .last: goFar(way)
    }
  }

  private func goFar(_ way: KeyboardMachine.Way) {
    let isBack = way == .up || way == .pageUp || way == .first
    if picture.alert != nil { return tell(.go(isBack ? .previous : .next)) }
    if let (list, place) = focusedRow, goInList(list, from: place, way) { return }
    let outline = scene.outline
    let place = picture.focus.flatMap { outline.place(of: $0, in: picture) } ?? -1
    var stop = outline.stop(from: place, isBack: isBack, in: picture)
    switch way {
    case .pageUp, .pageDown:
      var steps = scene.layout.body.count - 1
      while let found = stop, steps > 0,
        let next = outline.stop(from: found.place, isBack: isBack, in: picture)
      {
        stop = next
        steps -= scene.layout.isNarrow ? 2 : 1
      }
    case .first: stop = outline.stop(from: -1, isBack: false, in: picture)
    case .last: stop = outline.stop(from: outline.entries.count, isBack: true, in: picture)
    case .next, .previous, .nextSection, .previousSection, .up, .down, .left, .right: break
    }
    guard let target = stop?.stops.first else {
      // There may be something to read.
      return scene.scroll(by: isBack ? -1 : 1)
    }
    if target == picture.focus { return ring() }
    tell(.go(.node(target)))
  }

  /// Goes to what stands beside a button or a row.
  private func step(by count: Int) {
    if picture.alert == nil, let (list, place) = focusedRow {
      let isGrid = list.number(.layout).flatMap(ListLayout.init) == .grid
      return isGrid ? goToRow(of: list, at: place + count) : ring()
    }
    guard picture.alert == nil, let id = picture.focus,
      let place = scene.outline.place(of: id, in: picture)
    else { return tell(.go(count < 0 ? .previous : .next)) }
    let stops = scene.outline.stops(at: place, in: picture)
    let next = (stops.firstIndex(of: id) ?? 0) + count
    tell(
      stops.indices.contains(next) ? .go(.node(stops[next])) : .go(count < 0 ? .previous : .next))
  }

  // MARK: Lists

  /// The list in which a row has the focus, and the place of the row, from 0.
  private var focusedRow: (list: PictureNode, place: Int)? {
    guard let row = picture.focus.flatMap({ picture[$0] }), row.kind == .row,
      let list = row.parent.flatMap({ picture[$0] }), let place = scene.focusedPlace(in: list)
    else { return nil }
    return (list, place)
  }

  /// Goes from a row to another one; whether there is one in that direction.
  private func goInList(_ list: PictureNode, from place: Int, _ way: KeyboardMachine.Way) -> Bool {
    let rows = picture.rows(of: list.id)
    let count = scene.rowCount(of: list, told: rows.count)
    let isGrid = list.number(.layout).flatMap(ListLayout.init) == .grid
    let perLine = isGrid ? scene.gridWidth(rows).count : 1
    let page = scene.listRoom * perLine
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
    let count = scene.rowCount(of: list, told: picture.rows(of: list.id).count)
    guard (0..<count).contains(place) else { return ring() }
    if let row = row(at: place, of: list.id) { return tell(.go(.node(row))) }
    wantedRow = (list.id, place)
    ask(for: max(0, place - scene.listRoom)..<min(count, place + 2 * scene.listRoom), of: list.id)
  }

  /// The row at a place, if the host has told it.
  func row(at place: Int, of list: NodeID) -> NodeID? {
    guard let node = picture[list] else { return nil }
    let rows = picture.rows(of: list)
    let index = place - node.count(.firstRow)
    return rows.indices.contains(index) ? rows[index] : nil
  }

  private func ask(for places: Range<Int>, of list: NodeID) {
    let places = places.prefix(1000)
    guard windows[list] != places else { return }
    windows[list] = places
    post(.window(list, firstRow: places.lowerBound, rowCount: places.count))
  }

  /// Has the row with the focus on view, and asks for the rows around it that the host has not told.
  func placeLists() {
    guard let (list, place) = focusedRow else { return }
    let rows = picture.rows(of: list.id)
    let count = scene.rowCount(of: list, told: rows.count)
    let isGrid = list.number(.layout).flatMap(ListLayout.init) == .grid
    let perLine = isGrid ? scene.gridWidth(rows).count : 1
    let first = Scene.first(
      scene.listRoom, of: (count + perLine - 1) / perLine, at: place / perLine,
      (scene.listTops[list.id] ?? 0) / perLine)
    scene.listTops[list.id] = first * perLine
    let wanted = first * perLine..<min(count, (first + scene.listRoom) * perLine)
    let told = list.count(.firstRow)
    guard wanted.lowerBound < told || wanted.upperBound > told + rows.count else { return }
    let margin = scene.listRoom * perLine
    ask(
      for: max(0, wanted.lowerBound - margin)..<min(count, wanted.upperBound + margin), of: list.id)
  }

  /// Sorts a list by a column; by the same once more, the other way about.
  func sort(by index: Int) {
    guard let (list, _) = focusedRow else { return ring() }
    let columns = picture.columns(of: list.id)
    guard columns.indices.contains(index), picture[columns[index]]?[.order] != nil else {
      return ring()
    }
    tell(.activate(columns[index]))
  }
}

extension Scene {
  /// Scrolls the form by hand.
  mutating func scroll(by count: Int) {
    followsFocus = false
    var offset = top.offset + count
    while offset < 0, top.place > 0 {
      top.place -= 1
      offset += lineCount(at: top.place)
    }
    while top.place < outline.entries.count - 1, offset >= lineCount(at: top.place) {
      offset -= lineCount(at: top.place)
      top.place += 1
    }
    top.offset = max(0, offset)
  }
}
