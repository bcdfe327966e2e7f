import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// Screens that are answered from a pipe or a file.
///
/// A form takes one line for each field, once: otherwise the next line, such as a password, would get into another
/// field. All faults are reported at the end, by line number and field name, and no line is quoted. An input that ends
/// before the last field is one of them, because the program that writes it may have failed.
///
/// A prompt, which is one field without buttons, takes each line until the input ends or a form opens; its faults are
/// reported at once. A form that is not accepted consumes its lines, and the prompt follows. If the lines of the form
/// cannot be counted, or the screen of the prompt has failed, the next line could be a password: none is read.
struct Batch {
  private let client: HostClient
  private let input: LineInput
  private let writer: LineWriter
  private var narrator: FormNarrator

  /// The line for each field, from 1.
  private var lineNumbers: [NodeID: Int] = [:]
  private var lineNumber = 0

  /// The fields that were answered elsewhere, such as by a file: they have no line.
  private var answered: Set<NodeID> = []
  private var hasEnded = false

  /// The open fields of every answer, the next one last, while the structure of the form is the same.
  private var ahead: (structure: Int, fields: [NodeID]) = (-1, [])

  /// The fields of the form after the end of the input.
  private var missing: [PictureNode] = []

  /// The faults of lines, or of what the host made of them.
  private var faults: [(line: Int, node: NodeID?, text: String)] = []

  /// The last line of a prompt, or 0: the lines after a form are for the next prompt.
  private var promptLine = 0

  init(client: HostClient) {
    self.client = client
    input = LineInput(
      descriptor: client.host.inputDescriptor, acceptsCarriageReturns: true)
    writer = LineWriter(descriptor: client.host.outputDescriptor)
    narrator = FormNarrator(
      client, writer, timeout: .seconds(10), saysStatuses: true, submitKey: "")
  }

  private var picture: ViewTreeReplica { client.picture }

  mutating func run() throws(FrontEndExit) {
    try client.awaitFlush()
    var attachment = client.attachmentCount
    while true {
      _ = try client.wait { $0.activity.isUnderWay }
      if let prompt = picture.prompt {
        // The prompt may have notices about the screen that its line has opened.
        if client.attachmentCount != attachment { try reportNotices() }
        attachment = client.attachmentCount
        try enterLine(at: prompt)
      } else if picture.submitButton == nil && isToBeReadAlone {
        try choose()
      } else {
        try fillIn()
      }
    }
  }

  private var isToBeReadAlone: Bool {
    if !client.lists.ids.isEmpty { return true }
    return picture.fields.isEmpty && picture.screen?.status != .failed && !picture.buttons().isEmpty
  }

  private typealias Line = (bytes: SecretBytes, fault: LineFault?)

  private mutating func readLine() throws(FrontEndExit) -> Line? {
    while !hasEnded {
      switch try client.read(input).reading {
      case .line(let line, _): return (line, LineFault(line, fromTerminal: false))
      case .tooLong: return (SecretBytes(), .tooLong)
      case .pending: continue  // The screen was drawn again; no line of a pipe is lost by that.
      case .ended: hasEnded = true
      }
    }
    return nil
  }

  private mutating func readPromptLine() throws(FrontEndExit) -> Line {
    guard let line = try readLine() else { try client.quit() }
    lineNumber += 1
    promptLine = lineNumber
    return line
  }

  private func write(_ lines: [String]) throws(FrontEndExit) {
    for line in lines { writer.write(line + "\n") }
    try writer.flush()
  }

  private func report(_ text: String) throws(FrontEndExit) {
    try write([FrontEndMessages.line(promptLine, text)])
  }

  private func reportNotices(except known: Set<NodeID> = []) throws(FrontEndExit) {
    for notice in picture.notices where !known.contains(notice.id) {
      try report(notice.text(.label))
    }
  }

  private mutating func enterLine(at prompt: PictureNode) throws(FrontEndExit) {
    let (line, fault) = try readPromptLine()
    let attachment = client.attachmentCount
    let known = Set(picture.notices.map(\.id))
    if let fault { return try refuse(fault, at: prompt) }
    if line.isEmpty { return }
    try enter(line.text ?? "", in: prompt)
    _ = try client.wait { [self] in canContinue(since: attachment) && $0.activity.isUnderWay }
    guard client.attachmentCount == attachment else { return }
    try reportNotices(except: known)
    if picture.screen?.status == .failed { try client.quit() }
  }

  /// Reports a line that is no text, and ends: the lines of a form could be run as commands.
  private func refuse(_ fault: LineFault, at prompt: PictureNode) throws(FrontEndExit) {
    let reason = Message.key(
      "batch.promptLost", ["reason": .verbatim(FrontEndMessages.line(fault))])
    try report(FrontEndMessages.line(for: reason))
    // The host counts a line that is no text as a failure.
    let noText = SecretBytes()
    noText.append(0xFF as UInt8)
    try client.exchange([.commit(prompt.id, .secret(noText))])
    try client.quit()
  }

  /// Shows a screen without fields, such as one with a list, and takes the next line as a choice.
  private mutating func choose() throws(FrontEndExit) {
    try narrator.settle()
    let menu = narrator.menu(
      of: picture.alert?.id, width: 0, none: FrontEndMessages.line("plain.command"))
    try writer.flush()
    let (line, fault) = try readPromptLine()
    if let fault { return try report(FrontEndMessages.line(fault)) }
    switch menu.meaning(of: line.text ?? "") {
    case .choice(let choice): try narrator.choose(choice)
    case .mistake(let words): try report(words)
    case .nothing: try report(FrontEndMessages.noAnswer(menu.prompt.subject, count: 0))
    }
  }

  /// Fills a form in and submits it, and returns if that has led back to a prompt.
  private mutating func fillIn() throws(FrontEndExit) {
    (lineNumbers, faults, missing, ahead) = ([:], [], [], (-1, []))
    let attachment = client.attachmentCount
    if picture.screen?.status != .failed {
      // A field with a status before the first line was answered elsewhere.
      answered = Set(picture.fields.filter { $0.status != .nothing }.map(\.id))
      // If no required field is open, the input is another program's.
      let asked = picture.fields.filter { picture.isAlwaysAsked($0) }
      if answered.isEmpty || asked.contains(where: { $0.isRequired && isOpen($0) }) {
        while canContinue(since: attachment), let field = nextField() { try fill(field) }
        refuseEnd()
        // A line too many means that the lines do not fit the form: some field got one not meant for it.
        if promptLine == 0, try readLine() != nil {
          faults.append((lineNumber + 1, nil, moreLines))
        }
      }
      if !faults.isEmpty || picture.fields.contains(where: \.isFaulty) {
        try validateRest(since: attachment)
      }
      _ = try client.wait { [self] picture in
        canContinue(since: attachment) && picture.fields.contains { $0.isBeingChecked }
      }
      collectRefusals()
      if faults.isEmpty && canContinue(since: attachment), try submit() {
        if picture.prompt != nil { return }
        try client.quit()
      }
    }
    try reportFaults()
    guard promptLine > 0, !lineNumbers.isEmpty, nextField() == nil else { try client.quit() }
    try leave()
  }

  /// Leaves a form that was not accepted, and returns if that has led back to a prompt.
  private func leave() throws(FrontEndExit) {
    try client.exchange([.back(insists: true)])
    // The host asks if something would be lost.
    if let button = picture.answer(.destroy) { try client.exchange([.activate(button.id)]) }
    if picture.prompt == nil { try client.quit() }
  }

  /// Returns the first field without a line, of those in every answer.
  ///
  /// Fields come and go as values arrive.
  private mutating func nextField() -> PictureNode? {
    if ahead.structure != client.flushes.structural {
      let open = picture.fields.filter { isOpen($0) && picture.isAlwaysAsked($0) }
      ahead = (client.flushes.structural, open.map(\.id).reversed())
    }
    while let field = ahead.fields.last.flatMap({ picture[$0] }), !isOpen(field) {
      ahead.fields.removeLast()
    }
    return ahead.fields.last.flatMap { picture[$0] }
  }

  private func isOpen(_ field: PictureNode) -> Bool {
    lineNumbers[field.id] == nil && !answered.contains(field.id)
  }

  private func canContinue(since attachment: Int) -> Bool {
    client.attachmentCount == attachment && client.picture.alert == nil
  }

  private mutating func fill(_ field: PictureNode) throws(FrontEndExit) {
    lineNumber += 1
    lineNumbers[field.id] = lineNumber
    guard let (line, fault) = try readLine() else { return missing.append(field) }
    if let fault { return add(FrontEndMessages.line(fault), about: field) }
    if picture.focus != field.id { try client.exchange([.go(.node(field.id))]) }
    if line.isEmpty {
      try client.exchange([.commit(field.id, nil)])
    } else if field.kind == .secretField {
      client.edit(field.id, secret: line)
      try client.exchange([.commit(field.id, .secret(line))])
    } else {
      try enter(line.text ?? "", in: field)
    }
    if let reason = client.refused[field.id] { add(reason, about: field) }
  }

  /// Reports the required fields after the end of the input, or else the first field.
  private mutating func refuseEnd() {
    let required = missing.filter(\.isRequired)
    if required.isEmpty, picture.screen?.role == .submit { return }
    for field in required.isEmpty ? Array(missing.prefix(1)) : required {
      add(FrontEndMessages.line("batch.inputEnded"), about: field)
    }
  }

  private mutating func enter(_ text: String, in field: PictureNode) throws(FrontEndExit) {
    guard let messages = try? client.enter(text, in: field, by: ChoiceMatch.index(written:among:))
    else {
      let key = field.kind == .toggle ? "batch.noYesOrNo" : "batch.noOption"
      add(FrontEndMessages.line(key), about: field)
      // The field had its line: the host validates it without an answer.
      return try client.exchange([.commit(field.id, nil)])
    }
    try client.exchange(messages)
  }

  /// Has the host validate the fields that a file has left open, since the form is not submitted.
  private mutating func validateRest(since attachment: Int) throws(FrontEndExit) {
    while !answered.isEmpty, case let open = picture.fields.filter(isOpen), !open.isEmpty {
      for field in open {
        guard canContinue(since: attachment) else { return }
        answered.insert(field.id)
        try client.exchange([.go(.node(field.id)), .commit(field.id, nil)])
      }
    }
  }

  private mutating func submit() throws(FrontEndExit) -> Bool {
    guard let button = picture.submitButton else {
      let text = FrontEndMessages.text("form.nothingToSubmit", ["name": picture.title])
      faults.append((lineNumber, nil, text))
      return false
    }
    let attachment = client.attachmentCount
    try activate(button, since: attachment)
    // The answers to review are those of the lines.
    if let right = picture.answer(.submit) { try activate(right, since: attachment) }
    if client.attachmentCount != attachment || picture.screen?.status == .done { return true }
    collectRefusals()
    return false
  }

  private func activate(_ button: PictureNode, since attachment: Int) throws(FrontEndExit) {
    try client.exchange([.activate(button.id)])
    _ = try client.wait { canContinue(since: attachment) && $0.activity.isUnderWay }
  }

  private mutating func collectRefusals() {
    let known = Set(faults.compactMap(\.node))
    var unasked: [String] = []
    for node in picture.nodes() where node.isFaulty && !known.contains(node.id) {
      // Faults in the answers of a file are reported each.
      if answered.isEmpty, let section = picture.sectionWithoutLines(around: node) {
        unasked.append(section)
      } else if node.kind.isField || node.kind == .group {
        add(node.text(.explanation), about: node)
      }
    }
    if !unasked.isEmpty {
      faults.append(
        (0, nil, FrontEndMessages.line("batch.needsAnswers", about: unasked, advice: advice)))
    }
  }

  /// The fault of a line too many, which names the parts without lines: it may be meant for one of them.
  private var moreLines: String {
    let unasked = picture.nodes().filter { $0.kind.isField || $0.kind == .group }
      .compactMap { picture.sectionWithoutLines(around: $0) }
    return unasked.isEmpty
      ? FrontEndMessages.line("batch.moreLines")
      : FrontEndMessages.line("batch.moreLines.unasked", about: unasked, advice: advice)
  }

  /// The program's way to answer what lines cannot, or an empty text.
  private var advice: String { picture.screen?.text(.placeholder) ?? "" }

  private mutating func add(_ reason: String, about field: PictureNode) {
    let reason = reason.isEmpty ? FrontEndMessages.line("batch.notAccepted") : reason
    let isNameless = field.name.isEmpty || field.isControl
    let fault = FrontEndMessages.about(isNameless ? field.spokenName : field.name, reason)
    let item = picture.labelledGroups(of: field).last(where: \.isItem)
    let text = item.map { FrontEndMessages.about($0.spokenName, fault) } ?? fault
    faults.append((lineNumbers[field.id] ?? 0, field.id, text))
  }

  /// Reports all faults in the order of the lines; those without a line come last.
  private func reportFaults() throws(FrontEndExit) {
    let numbered = faults.filter { $0.line > 0 }.sorted { $0.line < $1.line }
    var lines = numbered.map { FrontEndMessages.line($0.line, $0.text) }
    lines += faults.filter { $0.line == 0 }.map(\.text)
    lines += picture.nodes().filter { [.screen, .notice, .alert].contains($0.kind) }
      .compactMap { FrontEndMessages.statement(of: $0, title: picture.title) }
    try write(lines.isEmpty ? [FrontEndMessages.notAccepted(picture.title)] : lines)
  }
}

extension ViewTreeReplica {
  fileprivate func answer(_ role: NodeRole) -> PictureNode? {
    alert.flatMap { buttons(of: $0.id).first { $0.role == role } }
  }

  /// Whether a field is in every answer, and has a line.
  fileprivate func isAlwaysAsked(_ field: PictureNode) -> Bool {
    sectionWithoutLines(around: field) == nil
  }

  /// Returns the outermost optional or repeated section around a node; `nil` if it is in every answer.
  ///
  /// The host names the control of a section by a question mark, and an item by its number.
  fileprivate func sectionWithoutLines(around node: PictureNode) -> String? {
    for part in labelledGroups(of: node) + [node] {
      if part.isControl { return part.spokenName }
      guard part.kind == .group, let parent = part.parent.flatMap({ self[$0] }) else { continue }
      if part.isItem { return parent.spokenName }
      // It has items, or can be opened.
      if !buttons(of: part.id).isEmpty { return part.spokenName }
      let before = parent.children.prefix { $0 != part.id }.last.flatMap { self[$0] }
      if let before,
        before.name == "\(part.name)?"
          || before.kind == .choice && options(of: before).contains(where: { $0.name == part.name })
      {
        return before.spokenName
      }
    }
    return nil
  }

  fileprivate var notices: [PictureNode] { nodes().filter { $0.kind == .notice } }
}
