@testable import FormworkCore

extension NaiveForm {
  // MARK: Creating

  /// Creates the requested fields and lists that do not exist yet, in order.
  mutating func make(_ items: [FormItem], _ prefix: String) {
    for item in items {
      switch item {
      case .field(let field): note(field.value, prefix)
      case .section(let section): make(section, prefix)
      case .group(_, _, let items): make(items, prefix)
      case .note: break
      }
    }
  }

  private mutating func note(_ field: FieldSpecification, _ prefix: String) {
    let path = prefix + field.id.rawValue
    guard entries[path] == nil else { return }
    entries[path] = Entry(field)
    entries[path]?.machine = FieldMachine(after: lastCheck)
    restate(path)
  }

  private mutating func make(_ section: SectionSpecification, _ prefix: String) {
    let path = prefix + section.id.rawValue
    if let control = section.controlSpecification { note(control, prefix) }
    let control = entries[path + "?"]?.content
    if facts[path] == nil {
      var presence: SectionMachine.Presence = control == .toggle(false) ? .leftOut : .open
      if case .deferred = section.body, control == nil { presence = .closed }
      facts[path] = Facts(machine: SectionMachine(presence))
    }
    if control != .toggle(false), !isClosed(path) { makeBody(section, path) }
  }

  private mutating func makeBody(_ section: SectionSpecification, _ path: String) {
    switch section.body {
    case .object(let items): make(items, path + "/")
    case .list(let list):
      if facts[path]?.items == nil {
        facts[path]?.items = []
        for place in 0..<list.count.lowerBound { makeItem(list, path, at: place) }
      }
      for number in facts[path]?.items ?? [] { make(list.item, "\(path)/\(number)/") }
    case .alternatives(let options):
      guard case .choice(let chosen?) = entries[path + "?"]?.content else { return }
      for option in options where option.id.rawValue == chosen { make(option, path + "/") }
    case .deferred(let body): make(body.items(), path + "/")
    }
  }

  @discardableResult
  private mutating func makeItem(_ list: ListBody, _ path: String, at place: Int) -> String {
    lastItem += 1
    facts[path]?.items?.insert(lastItem, at: place)
    let item = "\(path)/\(lastItem)"
    facts[item] = Facts(machine: SectionMachine(.open))
    make(list.item, item + "/")
    return item
  }

  // MARK: Restoring

  /// Restores answers from a draft or a file.
  ///
  /// - Returns: The paths of the restored fields.
  mutating func restore(
    _ entered: Draft, _ items: [FormItem], _ pointer: String, _ prefix: String
  ) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .field(let field): restore(entered, field.value, pointer, prefix)
      case .section(let section):
        restore(
          entered, section, pointer + section.id.rawValue, prefix + section.id.rawValue)
      case .group(_, _, let items): restore(entered, items, pointer, prefix)
      case .note: []
      }
    }
  }

  private mutating func restore(
    _ entered: Draft, _ field: FieldSpecification, _ pointer: String, _ prefix: String
  ) -> [String] {
    let id = FieldID(rawValue: pointer + field.id.rawValue)
    let path = prefix + field.id.rawValue
    note(field, prefix)
    let content = entered.contents[id].flatMap { field.kind.accepts($0) ? $0 : nil }
    if let content {
      entries[path]?.content = content
      entries[path]?.isEdited = true
    }
    return content != nil || entered.touched.contains(id) ? [path] : []
  }

  private mutating func restore(
    _ entered: Draft, _ section: SectionSpecification, _ pointer: String, _ path: String
  ) -> [String] {
    let prefix = String(path.dropLast(section.id.rawValue.count))
    var restored: [String] = []
    if let control = section.controlSpecification {
      restored = restore(
        entered, control, String(pointer.dropLast(section.id.rawValue.count)), prefix)
    }
    make(section, prefix)
    sendWanted(path)
    func has(_ pointer: String) -> Bool {
      let all = Array(entered.contents.keys) + entered.touched + entered.counts.keys
      return all.contains { $0.rawValue.hasPrefix(pointer + "/") || $0.rawValue == pointer }
    }
    if has(pointer) {
      open(path)
      makeBody(section, path)
    } else if entries[path + "?"]?.content == .toggle(false) {
      return restored
    }
    switch section.body {
    case .object(let items):
      return restored + restore(entered, items, pointer + "/", path + "/")
    case .list(let list):
      let kept = entered.counts[FieldID(rawValue: pointer)]
      if kept != nil, !hasFirstItems(list, path) {
        for number in facts[path]?.items ?? [] { forget("\(path)/\(number)") }
        facts[path]?.items = []
      }
      let count = kept.map { max(list.count.lowerBound, min($0, list.count.upperBound)) } ?? 0
      while let items = facts[path]?.items, items.count < count {
        makeItem(list, path, at: items.count)
      }
      for (place, number) in (facts[path]?.items ?? []).enumerated() {
        restored += restore(
          entered, list.item, "\(pointer)/\(place)/", "\(path)/\(number)/")
      }
      return restored
    case .alternatives(let options):
      for option in options where has("\(pointer)/\(option.id)") {
        make(option, path + "/")
        restored += restore(
          entered, option, "\(pointer)/\(option.id)", "\(path)/\(option.id)")
      }
      return restored
    case .deferred(let body):
      if isClosed(path) { return restored }
      return restored + restore(entered, body.items(), pointer + "/", path + "/")
    }
  }

  private mutating func open(_ path: String) {
    let wasClosed = isClosed(path)
    _ = facts[path]?.machine.apply(.opened)
    if wasClosed, !isClosed(path) { facts[path]?.isOpened = true }
  }

  /// Returns the answers in an item, by relative paths, except those of excluded fields.
  func entered(
    in item: String, _ isLeftOut: (FieldSpecification) -> Bool = { _ in false }
  ) -> Draft {
    let prefix = item.isEmpty ? "" : item + "/"
    var entered = Draft()
    func pointer(_ path: String) -> FieldID { self.pointer(of: path, in: item) }
    for (path, entry) in entries
    where path.hasPrefix(prefix) && !isLeftOut(entry.specification) {
      if entry.isChanged { entered.contents[pointer(path)] = entry.content }
      if case .secret = entry.content { continue }
      let state = entry.machine.state
      if state != .untouched, state != .excluded { entered.touched.insert(pointer(path)) }
    }
    for (path, list) in outlineLists where path.hasPrefix(prefix) {
      guard let count = facts[path]?.items?.count, count != list.count.lowerBound else { continue }
      entered.counts[pointer(path)] = count
    }
    for (path, fact) in facts where fact.isOpened && path.hasPrefix(prefix) {
      entered.counts[pointer(path)] = 1
    }
    return entered
  }

  /// Returns the path with the positions of items instead of their numbers, starting at an item.
  func pointer(of path: String, in item: String = "") -> FieldID {
    var names: [String] = []
    var place = item
    for name in path.dropFirst(item.count).split(separator: "/") {
      let items = facts[place]?.items
      names.append(items?.firstIndex(of: Int(name) ?? -1).map { "\($0)" } ?? String(name))
      place += place.isEmpty ? name : "/" + name
    }
    return FieldID(rawValue: names.joined(separator: "/"))
  }

  // MARK: Edits

  mutating func enter(_ path: String, _ content: FieldContent) {
    let around = outline.fields[path]?.around ?? []
    change(edited: path, around: around) { form, _ in
      form.entries[path]?.content = content
      form.entries[path]?.isEdited = true
      if path.hasSuffix("?") { form.sendWanted(String(path.dropLast())) }
    }
  }

  private mutating func sendWanted(_ path: String) {
    guard case .toggle(let isOn) = entries[path + "?"]?.content else { return }
    _ = facts[path]?.machine.apply(isOn ? .wanted : .unwanted)
  }

  mutating func press(_ path: String, _ kind: SectionButton.Kind, _ revision: UInt64) {
    let button = Place.sectionButton(path, kind)
    guard isEditable, places.contains(button), revision >= sectionButtonsCameAt[button] ?? 0 else {
      return
    }
    let list = [.remove, .moveUp, .moveDown].contains(kind) ? path.parent : path
    let around = outline.parts.first { $0.path == list && $0.isSection }?.around ?? []
    if kind == .open { return open(path, around) }
    guard let body = outline.lists[list], let items = facts[list]?.items else { return }
    let place = items.firstIndex { "\(list)/\($0)" == path } ?? 0
    switch kind {
    case .add:
      insert(Draft(), body, list, at: items.count, around)
    case .putBack:
      guard let removed = facts[list]?.removed else { return }
      facts[list]?.removed = nil
      insert(removed.entered, body, list, at: min(removed.place, items.count), around)
    case .moveUp, .moveDown:
      change(edited: nil, around: around) { form, _ in
        form.facts[list]?.items?.swapAt(place, kind == .moveUp ? place - 1 : place + 1)
      }
      leaveWhatIsGone(to: nil)
    case .remove:
      remove(path, body, list, at: place, around)
    case .open: break
    }
  }

  private mutating func open(_ path: String, _ around: [String]) {
    change(edited: nil, around: around) { form, _ in form.open(path) }
    goToFirstStop(in: path)
  }

  private mutating func goToFirstStop(in path: String) {
    if let place = outline.stop(in: path) { go(to: place) }
    leaveWhatIsGone(to: nil)
  }

  private mutating func insert(
    _ entered: Draft, _ body: ListBody, _ list: String, at place: Int, _ around: [String]
  ) {
    var item = ""
    change(edited: nil, around: around) { form, restored in
      item = form.makeItem(body, list, at: place)
      restored = form.restore(entered, body.item, "", item + "/")
    }
    goToFirstStop(in: item)
    guard facts[list]?.items?.count == body.count.upperBound,
      let part = outline.parts.first(where: { $0.path == list && $0.isSection }),
      case .section(let section) = part.content
    else { return }
    showMessage(.key("listFull", ["label": section.label], count: body.count.upperBound))
  }

  private mutating func remove(
    _ item: String, _ body: ListBody, _ list: String, at place: Int, _ around: [String]
  ) {
    let entered = entered(in: item)
    let isWithin = focus.map { outline.sections(around: $0).contains(item) } ?? false
    change(edited: nil, around: around) { form, _ in
      form.facts[list]?.items?.remove(at: place)
      form.facts[list]?.removed = (entered, place)
    }
    forget(item)
    sectionButtonsCameAt[.sectionButton(list, .putBack)] = flushes + 1
    leaveWhatIsGone(to: isWithin ? (list, place) : nil)
  }

  /// Discards an item and everything in it.
  private mutating func forget(_ item: String) {
    for path in Array(entries.keys) where path.hasPrefix(item + "/") {
      send(path, .excluded)
      entries[path] = nil
    }
    for path in Array(facts.keys) where path == item || path.hasPrefix(item + "/") {
      facts[path] = nil
    }
  }

  /// Whether the list has its first items, unchanged.
  private func hasFirstItems(_ list: ListBody, _ path: String) -> Bool {
    let items = facts[path]?.items ?? []
    return items.count == list.count.lowerBound
      && items.allSatisfy { entered(in: "\(path)/\($0)").isEmpty }
  }

  /// Moves the focus away from a removed item, or from a removed button.
  private mutating func leaveWhatIsGone(to gap: (list: String, place: Int)?) {
    guard let focus, !places.contains(focus) else { return }
    let outline = outline
    if let gap {
      let before = (facts[gap.list]?.items ?? []).prefix(gap.place).map { "\(gap.list)/\($0)" }
      let start = outline.parts.lastIndex { part in
        before.contains { part.around.contains($0) } || part.path == gap.list && part.isGroup
      }
      self.focus = outline.stop(behind: start ?? 0)
    } else if case .sectionButton(let section, _) = focus {
      self.focus = outline.stop(in: section)
    } else if let gone = outline.parts.firstIndex(where: { $0.place == focus }) {
      self.focus = outline.stop(behind: gone)
    }
  }

  /// Moves the focus away from a hidden part.
  mutating func leaveWhatIsHidden() {
    let outline = outline
    guard let focus, !places.contains(focus),
      let gone = outline.parts.firstIndex(where: { $0.place == focus })
    else { return }
    self.focus = outline.stop(behind: gone)
  }

  /// Changes facts, and notifies the parts that a change affects.
  ///
  /// These are the parts that appear or disappear and the readers of all changed values, in the new form.
  mutating func change(
    edited: String?, around: [String], _ change: (inout NaiveForm, inout [String]) -> Void
  ) {
    notices = []
    send(.edited)
    let before = outline
    var restored: [String] = []
    for section in around { _ = facts[section]?.machine.apply(.edited) }
    change(&self, &restored)
    make(definition?.items ?? [], "")
    let after = outline
    let (old, new) = (before.shownFields, after.shownFields)
    if let edited { send(edited, .edited(verdict(edited, after))) }
    for path in entries.keys.sorted() where !new.contains(path) { send(path, .excluded) }
    sendToSections(after)
    // A message about the whole section was about other parts.
    for (one, other) in [(before, after), (after, before)] {
      let others = Set(other.parts.filter(other.isShown).map(\.path))
      for part in one.parts where one.isShown(part) && !others.contains(part.path) {
        for section in part.around { _ = facts[section]?.machine.apply(.edited) }
      }
    }
    for path in new.subtracting(old).sorted() {
      entries[path]?.cursor = nil
      restate(path)
      let isDefault = !(entries[path]?.isChanged ?? false)
      send(path, .included(verdict(path, after), isDefault: isDefault))
    }
    for path in restored where new.contains(path) { send(path, .restored(verdict(path, after))) }
    let entered = Set(restored + [edited].compactMap(\.self)).intersection(new)
    let changed = old.symmetricDifference(new).union(entered)
    for path in old.intersection(new).subtracting(entered).sorted() {
      guard let part = after.fields[path] else { continue }
      let (rules, check) = after.reads(of: part)
      if changed.isDisjoint(with: rules.union(check)) { continue }
      send(
        path,
        .dependencyChanged(
          verdict(path, after), reachesCheck: !changed.isDisjoint(with: check)))
    }
    noteButtons(after)
  }

  /// Whether the part is in the form: parts of an excluded section are excluded as well.
  func isThere(_ path: String, _ outline: Outline) -> Bool {
    outline.parts.contains { part in
      guard part.path == path, outline.isShown(part) else { return false }
      return switch part.content {
      case .section, .item: true
      case .field, .group, .note, .button: false
      }
    }
  }

  mutating func sendToSections(_ outline: Outline) {
    for path in Array(facts.keys) {
      let isThere = isThere(path, outline)
      _ = facts[path]?.machine.apply(isThere ? .included : .excluded)
    }
  }

  /// Ignores events that were posted before a button appeared.
  mutating func noteButtons(_ outline: Outline) {
    var now: [Place: UInt64] = [:]
    for case .sectionButton(let path, let kind)? in outline.shown.map(\.place) {
      let button = Place.sectionButton(path, kind)
      now[button] = sectionButtonsCameAt[button] ?? flushes + 1
    }
    sectionButtonsCameAt = now
  }

  /// All lists, visible or not.
  var outlineLists: [(String, ListBody)] {
    facts.keys.compactMap { path in
      list(at: path.split(separator: "/").map(String.init), definition?.items ?? []).map {
        (path, $0)
      }
    }
  }

  private func list(at names: [String], _ items: [FormItem]) -> ListBody? {
    guard let name = names.first else { return nil }
    for item in items {
      if case .group(_, _, let items) = item, let found = list(at: names, items) { return found }
      guard case .section(let section) = item, section.id.rawValue == name else { continue }
      return list(at: Array(names.dropFirst()), section)
    }
    return nil
  }

  private func list(at names: [String], _ section: SectionSpecification) -> ListBody? {
    switch section.body {
    case .list(let list):
      return names.isEmpty ? list : self.list(at: Array(names.dropFirst()), list.item)
    case .object(let items): return list(at: names, items)
    case .alternatives(let options):
      let option = options.first { $0.id.rawValue == names.first }
      return option.flatMap { list(at: Array(names.dropFirst()), $0) }
    case .deferred(let body): return list(at: names, body.items())
    }
  }

  /// Whether some list has another number of items than at the beginning.
  var hasOtherItems: Bool {
    facts.values.contains(where: \.isOpened)
      || outlineLists.contains { path, list in
        facts[path]?.items.map { $0.count != list.count.lowerBound } ?? false
      }
  }
}

extension NaiveForm.Outline {
  /// The paths of the fields that are part of the form.
  var shownFields: Set<String> { Set(shown.filter(\.isField).map(\.path)) }

  /// Returns the next stop after a part that has disappeared.
  fileprivate func stop(behind place: Int) -> NaiveForm.Place {
    let next = parts[(place + 1)...].first { isShown($0) && $0.isStop }
    return next?.place ?? .button(.submit)
  }

  /// Returns the first stop in a section or an item.
  func stop(in path: String) -> NaiveForm.Place? {
    shown.first { $0.isStop && ($0.path == path || $0.path.hasPrefix(path + "/")) }?.place
  }
}

extension NaiveForm.Outline.Part {
  var isField: Bool { if case .field = content { true } else { false } }
  fileprivate var isStop: Bool {
    guard case .button(let kind, _) = content else { return isField }
    return kind == .add || kind == .open
  }

  var isGroup: Bool { if case .group = content { true } else { false } }
}

extension String {
  /// The path of the enclosing part.
  fileprivate var parent: String {
    split(separator: "/").dropLast().joined(separator: "/")
  }
}
