import CFormwork
import FormworkCore

/// A random tree that changes, and random keys.
struct RandomStream {
  private var random: SplitMix
  private static let stepCount = 40

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Shows the tree, changes it, types, and detaches at the end.
  mutating func play(on host: ScriptedHost) throws(Failure) {
    var judge = PostJudge()
    host.form = form()
    host.onFlush = { judge.note($0, at: $1) }
    host.onPost = { (post) throws(Failure) in try judge.check(post) }
    judge.note(ScriptedForm("nothing"), at: 0)
    try host.run()
    try host.tell(host.form.snapshot())
    for _ in 0..<Self.stepCount {
      if Bool.random(using: &random) {
        try host.type(keys())
      } else {
        try host.tell(
          (0...Int.random(in: 0...4, using: &random)).flatMap { _ in
            change(&host.form)
          })
      }
      if Int.random(in: 0..<6, using: &random) == 0 { try host.settle() }
    }
    if Bool.random(using: &random) { try host.settle() }
    try host.detach(for: Int64.random(in: 0...5, using: &random))
  }

  // MARK: What is shown

  mutating func form() -> ScriptedForm {
    var form = ScriptedForm(text())
    for _ in 0..<Int.random(in: 0...12, using: &random) { insert(into: &form) }
    return form
  }

  mutating func change(_ form: inout ScriptedForm) -> [ScriptMessage] {
    guard let node = form.nodes.randomElement(using: &random) else { return [] }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2:
      let count = form.nodes.count
      insert(into: &form)
      return form.nodes[count...].flatMap { form.insertion(of: $0) }
    case 3 where node.id != 1: return form.remove(node.id)
    case 4 where Bool.random(using: &random):
      return news(of: node.id, in: form)
    case 4:
      let siblings = form.nodes.filter { $0.parent == node.parent }
      return [form.move(node.id, to: siblings.indices.randomElement(using: &random) ?? 0)]
    case 5:
      let target = form.nodes.filter { $0.kind.isField }.randomElement(using: &random)
      form.placeFocus(on: target?.id ?? 0)
      return [.focus(form.focus)]
    default:
      guard let property = Property.allCases.randomElement(using: &random) else { return [] }
      let isGone = Int.random(in: 0..<8, using: &random) == 0
      return [form.set(node.id, property, isGone ? nil : value(of: property, at: node))]
    }
  }

  /// What is told besides the tree, or the whole of it, as after a stop.
  private mutating func news(of node: UInt32, in form: ScriptedForm) -> [ScriptMessage] {
    var news = ScriptMessage(kind: FORMWORK_RESIZED.rawValue)
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      (news.number, news.count) = (small(1...200), small(1...60))
      return [news]
    case 1: (news.kind, news.number) = (FORMWORK_REFUSED.rawValue, small(0...9))
    case 2: news.kind = FORMWORK_HISTORY.rawValue
    case 3:
      (news.kind, news.revision) = (FORMWORK_SUGGEST.rawValue, 1)
      (news.number, news.count) = (small(0...4), small(0...4))
    default:
      var picture = form.snapshot()
      picture[0].flags = Bool.random(using: &random) ? FORMWORK_LOST.rawValue : 0
      return picture
    }
    (news.node, news.text) = (node, Array(text().utf8))
    return [news]
  }

  private mutating func small(_ numbers: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: numbers, using: &random)
  }

  private mutating func insert(into form: inout ScriptedForm) {
    let kinds: [NodeKind] = [
      .group, .textField, .textField, .secretField, .textArea, .toggle, .choice, .choices, .button,
      .note, .notice, .alert, .progress, .list,
    ]
    let kind = kinds.randomElement(using: &random) ?? .note
    let parents = form.nodes.filter { [.screen, .group].contains($0.kind) }.map(\.id)
    let parent = parents.randomElement(using: &random) ?? 1
    let node = form.add(kind, "node\(form.nodes.count)", [.label: .text(text())], into: parent)
    let child: NodeKind? =
      switch kind {
      case .choice, .choices: .option
      case .alert: .button
      case .list: .row
      default: nil
      }
    guard let child else { return }
    if kind == .list { form.add(.column, "column", [.label: .text(text())], into: node) }
    for name in ["first", "second"] { form.add(child, name, [.label: .text(text())], into: node) }
  }

  /// What a host may say of a node.
  private mutating func value(of property: Property, at node: ScriptedForm.Node) -> PropertyValue {
    let numbers: ClosedRange<Int>
    switch property {
    case .label, .detail, .placeholder, .explanation: return .text(text())
    case .cells: return .text("\(text())\t\(text())")
    case .value where node.kind.isTextual: return .text(text())
    case .value: numbers = node.kind == .secretField ? 0...20 : 0...1
    case .cursor:
      guard case .text(let text)? = node.properties[.value] else { return .number(0) }
      // At the beginning of a character.
      let count = Int.random(in: 0...text.unicodeScalars.count, using: &random)
      return .number(text.unicodeScalars.prefix(count).reduce(0) { $0 + UTF8.width($1) })
    case .status:
      // Those that follow are of a screen.
      let last = node.kind == .screen ? NodeStatus.allCases.count - 1 : NodeStatus.valid.rawValue
      numbers = 0...last
    case .required, .enabled, .busy, .selected, .completes, .lasting: numbers = 0...1
    case .fraction: numbers = 0...1000
    case .layout: numbers = 0...7
    case .format: numbers = 0...(NodeFormat.allCases.count - 1)
    case .role: numbers = 0...(NodeRole.allCases.count - 1)
    case .order: numbers = 0...(SortOrder.allCases.count - 1)
    case .align: numbers = 0...(CellAlignment.allCases.count - 1)
    case .rowCount, .firstRow, .extent, .answered, .total: numbers = 0...200
    }
    return .number(Int.random(in: numbers, using: &random))
  }

  private mutating func text() -> String {
    let pieces = ["", "quay", "high tide", "漢字", "שלום", "e\u{301}", "a", " ", "x\u{FFFD}"]
    return (0..<Int.random(in: 0...4, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  // MARK: What is typed

  /// Keys, without those that a terminal makes signals or an end of.
  mutating func keys() -> String {
    let keys = [
      "a", "b", "1", "y", " ", "é", "漢", "\r", "\r", "\t", "\u{7F}", "\u{8}", "\u{1}", "\u{5}",
      "\u{B}", "\u{17}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[Z", "\u{1B}",
      "\u{1B}[200~ab\u{1B}[201~", ":next\r", ":back\r", "\u{18}n", "\u{18}p", "\u{1B}[99~",
    ]
    return (0...Int.random(in: 0...6, using: &random))
      .map { _ in keys.randomElement(using: &random) ?? "" }.joined()
  }
}
