import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// Screens that are answered from a pipe or a file.
///
/// A form is filled in: one line a field, in order, each asked for once. Asking again would make the
/// next line the answer, and put a password into another field. So all that is wrong is told at the
/// end, by line number and field name, never quoting a line.
///
/// A prompt, which is one field and nothing to press, takes each line until the input ends, or until
/// it leads to a form; what is wrong with a line is told at once. A form that is not accepted takes its
/// lines with it, one a field, and is left for the prompt, which goes on with the line behind them.
/// Where it is not known which lines are the form's, or the screen of the prompt has failed, nothing more is
/// read: the next line could be a password.
struct Batch {
  let dialogue: Dialogue
  private let input: LineInput
  private var output: TextOutput

  /// The line that was meant for each field, from 1.
  private var lineNumbers: [NodeID: Int] = [:]
  var lineNumber = 0

  /// The fields that have been answered elsewhere, such as by a file: no line is meant for them.
  private var answered: Set<NodeID> = []
  private var hasEnded = false
  private var faults: [Fault] = []

  /// The line that was taken last at a prompt, or 0 where there was none.
  ///
  /// What is left behind a form is for the next prompt.
  var promptLine = 0

  let teller: Teller
  /// Says what a screen with lists shows.
  var guide: Guide

  /// Something that is wrong with a line, or with what the host made of it.
  private struct Fault {
    let line: Int
    let node: NodeID?
    let text: String
  }

  init(dialogue: Dialogue) {
    self.dialogue = dialogue
    input = LineInput(
      descriptor: dialogue.host.inputDescriptor, acceptsCarriageReturns: true)
    output = TextOutput(descriptor: dialogue.host.outputDescriptor)
    teller = Teller(descriptor: dialogue.host.outputDescriptor)
    guide = Guide(dialogue, teller, patience: .seconds(10), saysStatuses: true, submitKey: "")
  }

  var picture: Picture { dialogue.picture }

  /// Answers one screen after the other, and says that input has ended.
  mutating func run() throws(Ending) {
    try dialogue.awaitFlush()
    var attachment = dialogue.attachmentCount
    while true {
      _ = try dialogue.wait { $0.activity.isUnderWay }
      if let prompt = picture.prompt {
        // The prompt may have something to say of the screen that its line has opened.
        if dialogue.attachmentCount != attachment { try tellNotices() }
        attachment = dialogue.attachmentCount
        try enterLine(at: prompt)
      } else if picture.submitButton == nil && isToBeReadAlone {
        try choose()
      } else {
        try fillIn()
      }
    }
  }

  /// Whether the screen has rows to choose from, or nothing at all to fill in.
  private var isToBeReadAlone: Bool {
    if dialogue.lists.isThereAny { return true }
    let isForm = !picture.fields.isEmpty || picture.screen?.status == .failed
    return !isForm && !picture.buttons(of: nil).isEmpty
  }

  // MARK: Prompts

  /// Enters the next line, and tells what is wrong with it.
  private mutating func enterLine(at prompt: PictureNode) throws(Ending) {
    guard let reading = try readLine() else { try dialogue.quit() }
    lineNumber += 1
    promptLine = lineNumber
    let attachment = dialogue.attachmentCount
    let known = Set(picture.notices.map(\.id))
    switch reading {
    case .line(let line, _):
      if let fault = LineFault(line, fromTerminal: false) {
        return try refuse(fault, at: prompt)
      }
      if line.isEmpty { return }
      try enter(line.text ?? "", in: prompt)
    case .tooLong, .pending, .ended:
      return try refuse(.tooLong, at: prompt)
    }
    _ = try dialogue.wait { [self] in canGoOn(since: attachment) && $0.activity.isUnderWay }
    guard dialogue.attachmentCount == attachment else { return }
    try tellNotices(except: known)
    if picture.screen?.status == .failed { try dialogue.quit() }
  }

  /// Reports a line that is no text, sends the host one that is none, which counts as a failure there, and ends.
  ///
  /// The line may have been a command that opens a form: the lines of the form would be run as commands.
  private mutating func refuse(_ fault: LineFault, at prompt: PictureNode) throws(Ending) {
    let reason = Message("batch.promptLost", ["reason": .verbatim(Words.line(fault))])
    try tell(Words.line(for: reason))
    let noText = SecretBytes()
    withUnsafeBytes(of: 0xFF as UInt8) { noText.append($0) }
    try dialogue.exchange([.commit(prompt.id, .secret(noText))])
    try dialogue.quit()
  }

  private mutating func tellNotices(except known: Set<NodeID> = []) throws(Ending) {
    for notice in picture.notices where !known.contains(notice.id) {
      try tell(notice.text(.label))
    }
  }

  mutating func tell(_ text: String) throws(Ending) {
    try write([Words.line(promptLine, text)])
  }

  // MARK: Forms

  /// Fills a form in and hands it in.
  ///
  /// - Throws: The end, unless the form has led back to a prompt.
  private mutating func fillIn() throws(Ending) {
    lineNumbers = [:]
    faults = []
    let attachment = dialogue.attachmentCount
    if picture.screen?.status != .failed {
      // What is judged before the first line was answered elsewhere.
      answered = Set(picture.fields.filter { $0.status != .nothing }.map(\.id))
      // Where nothing is left that has to be answered, the input is another program's.
      let asked = picture.fields.filter { picture.isAlwaysAsked($0) }
      if answered.isEmpty || asked.contains(where: { $0.isRequired && isOpen($0) }) {
        while canGoOn(since: attachment), let field = nextField { try fill(field) }
        if promptLine == 0 { try readRest() }
      }
      if !faults.isEmpty || picture.fields.contains(where: \.isFaulty) {
        try judgeRest(since: attachment)
      }
      _ = try dialogue.wait { [self] picture in
        canGoOn(since: attachment) && picture.fields.contains { $0.isBeingChecked }
      }
      collectRefusals()
      if faults.isEmpty && canGoOn(since: attachment), try submit() {
        if picture.prompt != nil { return }
        try dialogue.quit()
      }
    }
    try complain()
    guard promptLine > 0, !lineNumbers.isEmpty, nextField == nil else { try dialogue.quit() }
    try leave()
  }

  /// Leaves a form that was not accepted, for the prompt that has opened it.
  ///
  /// - Throws: The end, where it leads elsewhere.
  private mutating func leave() throws(Ending) {
    try dialogue.exchange([.back(insists: true)])
    // Whether it may be lost is asked only where there is something to lose.
    if let alert = picture.alert,
      let button = picture.buttons(of: alert.id).first(where: { $0.role == .destroy })
    {
      try dialogue.exchange([.activate(button.id)])
    }
    if picture.prompt == nil { try dialogue.quit() }
  }

  /// The first field that had no line yet, of those that are in every answer to the form: what may be left
  /// out is, and what there may be several of has no line.
  ///
  /// Fields come and go as values arrive.
  private var nextField: PictureNode? {
    picture.fields.first { isOpen($0) && picture.isAlwaysAsked($0) }
  }

  private func isOpen(_ field: PictureNode) -> Bool {
    lineNumbers[field.id] == nil && !answered.contains(field.id)
  }

  private func canGoOn(since attachment: Int) -> Bool {
    dialogue.attachmentCount == attachment && dialogue.picture.alert == nil
  }

  // MARK: Filling in

  private mutating func fill(_ field: PictureNode) throws(Ending) {
    lineNumber += 1
    lineNumbers[field.id] = lineNumber
    guard let reading = try readLine() else {
      if field.isRequired { add(Words.line("batch.inputEnded"), about: field) }
      return
    }
    guard case .line(let line, _) = reading else {
      return add(Words.line(.tooLong), about: field)
    }
    if let fault = LineFault(line, fromTerminal: false) {
      return add(Words.line(fault), about: field)
    }
    if picture.focus != field.id { try dialogue.exchange([.go(.node(field.id))]) }
    if line.isEmpty {
      try dialogue.exchange([.commit(field.id, nil)])
    } else if field.kind == .secretField {
      dialogue.edit(field.id, secret: line)
      try dialogue.exchange([.commit(field.id, .secret(line))])
    } else {
      try enter(line.text ?? "", in: field)
    }
    if let reason = dialogue.refused[field.id] {
      add(reason.isEmpty ? Words.line("batch.notAccepted") : reason, about: field)
    }
  }

  private mutating func enter(_ text: String, in field: PictureNode) throws(Ending) {
    switch field.kind {
    case .toggle:
      guard let isOn = ChoiceMatch.yesOrNo(text) else {
        return add(Words.line("batch.noYesOrNo"), about: field)
      }
      try dialogue.exchange([.choose(field.id, isOn: isOn), .commit(field.id, nil)])
    case .choice, .choices:
      guard let indices = indices(of: text, in: field) else {
        return add(Words.line("batch.noOption"), about: field)
      }
      let choosing = picture.messages(choosing: indices, of: field)
      try dialogue.exchange(choosing + [.commit(field.id, nil)])
    default:
      dialogue.edit(field.id, text: text)
      try dialogue.exchange([.commit(field.id, .text(text))])
    }
  }

  /// Has the host judge what a file has left open: a form that has faulty lines is not handed in.
  private mutating func judgeRest(since attachment: Int) throws(Ending) {
    while !answered.isEmpty, canGoOn(since: attachment),
      let field = picture.fields.first(where: isOpen)
    {
      answered.insert(field.id)
      try dialogue.exchange([.go(.node(field.id)), .commit(field.id, nil)])
    }
  }

  private func indices(of text: String, in choice: PictureNode) -> Set<Int>? {
    try? picture.indices(of: text, in: choice, by: ChoiceMatch.index(written:among:))
  }

  /// The next line; `nil` once the input has ended.
  mutating func readLine() throws(Ending) -> LineInput.Reading? {
    while !hasEnded {
      let reading = try dialogue.read(input).reading
      switch reading {
      case .line, .tooLong: return reading
      case .pending: continue  // The screen was drawn afresh; no line of a pipe is lost by that.
      case .ended: hasEnded = true
      }
    }
    return nil
  }

  /// A line too many means that the lines do not fit the form: some field got one not meant for it.
  private mutating func readRest() throws(Ending) {
    guard try readLine() != nil else { return }
    faults.append(Fault(line: lineNumber + 1, node: nil, text: Words.line("batch.moreLines")))
  }

  // MARK: Handing in

  /// Hands the form in; whether it was accepted.
  private mutating func submit() throws(Ending) -> Bool {
    guard let button = picture.submitButton else {
      let text = Words.text("form.nothingToSubmit", ["name": picture.title])
      faults.append(Fault(line: lineNumber, node: nil, text: text))
      return false
    }
    let attachment = dialogue.attachmentCount
    try activate(button, since: attachment)
    // The answers that are to be reviewed are those of the lines.
    if let alert = picture.alert,
      let right = picture.buttons(of: alert.id).first(where: { $0.role == .submit })
    {
      try activate(right, since: attachment)
    }
    if dialogue.attachmentCount != attachment || picture.screen?.status == .done { return true }
    collectRefusals()
    return false
  }

  private mutating func activate(_ button: PictureNode, since attachment: Int) throws(Ending) {
    try dialogue.exchange([.activate(button.id)])
    _ = try dialogue.wait { [self] in canGoOn(since: attachment) && $0.activity.isUnderWay }
  }

  /// Notes what the host has against fields and sections, unless their lines were at fault already.
  private mutating func collectRefusals() {
    let known = Set(faults.compactMap(\.node))
    var unasked: [String] = []
    for node in picture.nodes() where node.isFaulty && !known.contains(node.id) {
      // What a file has answered is told of as it is.
      if answered.isEmpty, let section = picture.sectionWithoutLines(around: node) {
        if !unasked.contains(section) { unasked.append(section) }
      } else if node.kind.isField || node.kind == .group {
        let explanation = node.text(.explanation)
        add(explanation.isEmpty ? Words.line("batch.notAccepted") : explanation, about: node)
      }
    }
    if !unasked.isEmpty {
      let text = Words.line("batch.needsAnswers", about: Words.list(unasked))
      faults.append(Fault(line: 0, node: nil, text: text))
    }
  }

  private mutating func add(_ text: String, about field: PictureNode) {
    let isNameless = field.name.isEmpty || field.isControl
    let fault = Words.about(isNameless ? field.spokenName : field.name, text)
    let item = picture.labelledGroups(of: field).last(where: \.isItem)
    faults.append(
      Fault(
        line: lineNumbers[field.id] ?? 0, node: field.id,
        text: item.map { Words.about($0.spokenName, fault) } ?? fault))
  }

  /// Says all that is wrong, in the order of the lines; what concerns no line comes last.
  private mutating func complain() throws(Ending) {
    let numbered = faults.filter { $0.line > 0 }.sorted { $0.line < $1.line }
    var lines = numbered.map { Words.line($0.line, $0.text) }
    lines += faults.filter { $0.line == 0 }.map(\.text)
    lines += picture.nodes().compactMap { node in
      switch node.kind {
      case .screen, .notice, .alert: Words.statement(of: node, title: picture.title)
      default: nil
      }
    }
    if lines.isEmpty { lines = [Words.notAccepted(picture.title)] }
    try write(lines)
  }

  private mutating func write(_ lines: [String]) throws(Ending) {
    for line in lines { output.write(line + "\n") }
    try Ending.onFailure(of: output.flush())
  }
}

extension Picture {
  /// Whether a field is in every answer, and has a line.
  fileprivate func isAlwaysAsked(_ field: PictureNode) -> Bool {
    sectionWithoutLines(around: field) == nil
  }

  /// The outermost section of which there may be none, or several, that a node belongs to; `nil` where it
  /// is in every answer.
  ///
  /// The host names what says whether the section behind it is wanted, or which of some it is, by a question
  /// mark, and an item of a list by its number.
  fileprivate func sectionWithoutLines(around node: PictureNode) -> String? {
    for part in labelledGroups(of: node) + [node] {
      if part.isControl { return part.spokenName }
      guard part.kind == .group, let parent = part.parent.flatMap({ self[$0] }) else { continue }
      if part.isItem { return parent.spokenName }
      // It has items, or is yet to be opened.
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
