import FormworkFrontEnd
import Interaction
import Wording

/// The options of a choice, as a line names them and as rows above the line show them.
struct OptionList {
  private let options: [PictureNode]
  private let isMultiple: Bool

  init(of choice: PictureNode, in picture: ViewTreeReplica) {
    (options, isMultiple) = (picture.options(of: choice), choice.kind == .choices)
  }

  func has(_ indices: [Int]) -> Bool { indices.allSatisfy(options.indices.contains) }

  func line(of indices: [Int], typed: String? = nil) -> Line {
    let names = indices.filter(options.indices.contains).map { options[$0].spokenName }
    let text = (names + (typed.map { [$0] } ?? [])).joined(separator: ", ")
    return Line(text, cursor: text.utf8.count)
  }

  func suggestions(for line: Line) -> [Suggestion] {
    let start = lastPart(of: line)
    return options.map(\.spokenName).filter {
      ChoiceMatch.begins($0, with: text(of: line, from: start))
    }
    .map { Suggestion(replacing: start..<line.bytes.count, with: $0) }
  }

  /// Returns the options that begin like the last part of a line, and those of the parts before it.
  func typed(_ line: Line) -> (filter: MarkMachine.Filter, chosen: [Int]) {
    let start = lastPart(of: line)
    let typed = text(of: line, from: start)
    var chosen: [Int] = []
    if line.isEmpty && isMultiple { chosen = options.indices.filter { options[$0].isSelected } }
    for part in line.text.utf8.prefix(start).split(separator: UInt8(ascii: ",")) {
      let index = try? ChoiceMatch.index(
        typed: String(decoding: part, as: UTF8.self), among: options.map { .init($0) })
      if let index, !chosen.contains(index) { chosen.append(index) }
    }
    let fitting = options.indices.filter {
      ChoiceMatch.begins(options[$0].spokenName, with: typed) || "\($0 + 1)".hasPrefix(typed)
    }
    return (MarkMachine.Filter(typed: typed, options: fitting), chosen)
  }

  /// Returns the only option that the end of a line means, unless a name has a space there.
  func option(before space: Line) -> Int? {
    let filter = typed(space).filter
    let longer = "\(filter.typed) ".lowercased()
    let isLonger = options.contains { $0.spokenName.lowercased().hasPrefix(longer) }
    return isLonger || filter.typed.isEmpty || !space.isAtEnd ? nil : filter.only
  }

  /// Returns the rows to choose from: options that begin like the text, around the marked one.
  func rows(_ marks: MarkMachine, _ line: Line, in display: LineDisplay) -> [OutputLine] {
    let marked: Int?
    var (filter, chosen) = typed(line)
    switch marks.state {
    case .typing:
      if filter.typed.isEmpty { return [] }
      if let only = filter.only { chosen.append(only) }
      marked = nil
    case .marked(let option, _, let list?): (marked, chosen) = (option, list)
    case .marked(let option, let typed, nil): (marked, filter, chosen) = (option, typed, [])
    }
    let limit = max(1, min(display.rowLimit / 2, 9))
    let place = marked.flatMap(filter.options.firstIndex) ?? 0
    let first = max(0, min(place - limit / 2, filter.options.count - limit))
    return filter.options[first...].prefix(limit).filter(options.indices.contains).map { option in
      let mark = option == marked ? "> " : "  "
      let box = !isMultiple ? "" : chosen.contains(option) ? "[x] " : "[ ] "
      let row = "\(mark)\(box)\(option + 1) \(options[option].spokenName)"
      return OutputLine(row.echo(columns: display.columns), option == marked ? .title : .plain)
    }
  }

  /// Returns the offset of the last of several answers with commas between them.
  private func lastPart(of line: Line) -> Int {
    guard isMultiple, let comma = line.bytes.lastIndex(of: UInt8(ascii: ",")) else { return 0 }
    return line.bytes[comma...].dropFirst().firstIndex { $0 != 0x20 } ?? line.bytes.count
  }

  private func text(of line: Line, from start: Int) -> String {
    String(decoding: line.bytes[start...], as: UTF8.self)
  }
}
