extension SectionPart {
  /// Whether there is anything that the whole of it has to keep.
  var hasRules: Bool {
    guard let section = shape.section else { return false }
    if case .deferred = section.body, !section.isOptional { return true }
    return !section.rules.isEmpty || shape.list.map { $0.differs || $0.form == .entry } ?? false
  }

  /// What is wrong with the whole of it.
  var violations: [Violation] {
    guard let section = shape.section else { return [] }
    guard isWanted else { return machine.isClosed ? [.valueMissing] : [] }
    var violations: [Violation] = []
    if let list = shape.list, list.differs || list.form == .entry, !itemsDiffer(list) {
      violations.append(list.form == .entry ? .customError("sameKey") : .keyword("uniqueItems"))
    }
    guard let answer = answer() else { return violations }
    return violations + section.rules.compactMap { $0.judge(answer) }
  }

  /// Whether no two items, or keys of a map, are the same.
  private func itemsDiffer(_ list: ListBody) -> Bool {
    if list.form == .entry {
      let keys = children.compactMap { ($0 as? SectionPart)?.key }
      return Set(keys).count == keys.count
    }
    // Compared are those alone that have the same hash.
    var known: [Int: [Answer]] = [:]
    for answer in children.compactMap({ $0.answer() }) {
      if known[answer.hash, default: []].contains(answer) { return false }
      known[answer.hash, default: []].append(answer)
    }
    return true
  }
}

extension Answer {
  /// A number that is the same for answers that are the same; nothing of a secret is in it.
  fileprivate var hash: Int {
    var hasher = Hasher()
    combine(into: &hasher)
    return hasher.finalize()
  }

  private func combine(into hasher: inout Hasher) {
    switch self {
    case .value(.text(let text)), .value(.choice(let text)): hasher.combine(text)
    case .value(.wholeNumber(let number)): hasher.combine(number)
    case .value(.decimal(let number)): hasher.combine(number)
    case .value(.toggle(let isOn)): hasher.combine(isOn)
    case .value(.choices(let options)): hasher.combine(options)
    case .value(.secret): break
    case .object(let members):
      for name in members.fields {
        hasher.combine(name)
        members.answer(at: name)?.combine(into: &hasher)
      }
    case .list(let items):
      hasher.combine(items.count)
      for item in items { item?.combine(into: &hasher) }
    case .alternative(let option, let answer):
      hasher.combine(option)
      answer.combine(into: &hasher)
    }
  }
}
