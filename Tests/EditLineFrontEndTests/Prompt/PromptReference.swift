import Interaction

@testable import EditLineFrontEnd

/// A question in sentences, with flags instead of states.
struct PromptReference {
  enum Kind { case text, secret, answer }

  private let kind: Kind
  private var hasWork: Bool
  private var isChanged: Bool
  private var isLooking = false
  private var exit: PromptMachine.Exit?
  private var recall: Recall?
  private var way: PromptMachine.Exit?
  private var isStrict = false
  private var isTold = false
  private var isPressed = false
  private var isOver = false

  /// - Parameters:
  ///   - kind: What is asked for.
  ///   - hasWork: Whether it was left half entered before.
  ///   - isChanged: Whether it is a secret that was left in the middle.
  init(_ kind: Kind, hasWork: Bool = false, isChanged: Bool = false) {
    (self.kind, self.hasWork, self.isChanged) = (kind, hasWork, isChanged)
  }

  var state: PromptMachine.State {
    let entry: PromptMachine.Entry =
      isChanged ? .changed : hasWork ? .begun : isTold ? .told : .untouched
    if isOver { return .leaving }
    if isPressed { return .pressing }
    switch (kind, way) {
    case (.text, let way?): return .judging(.text(.told, recall), isNew: isStrict, then: way)
    case (.secret, let way?): return .judging(.secret(.told), isNew: isStrict, then: way)
    case (.answer, let way?): return .judging(.answer, isNew: isStrict, then: way)
    case (.text, nil):
      if let exit { return .held(entry, recall, exit) }
      return isLooking ? .completing(entry, recall) : .text(entry, recall)
    case (.secret, nil): return .secret(entry)
    case (.answer, nil): return .answer
    }
  }

  mutating func apply(_ event: PromptMachine.Event) -> PromptMachine.Action {
    if isOver { return .nothing }
    if event == .moved { return end(by: .leave(nil)) }
    if isPressed { return .nothing }
    if let way { return whileTheHostJudges(event, way) }
    if case .begun(let entry) = event {
      if kind != .answer && exit == nil { begin(as: entry) }
      return .nothing
    }
    let action =
      switch kind {
      case .text: atAText(event)
      case .secret: atASecret(event)
      case .answer: atAnAnswer(event)
      }
    return action ?? anywhere(event)
  }

  private mutating func begin(as entry: PromptMachine.Entry) {
    (hasWork, isChanged, isTold) = (entry == .begun, entry == .changed, entry == .told)
    (recall, isLooking) = (nil, false)
  }

  private mutating func whileTheHostJudges(
    _ event: PromptMachine.Event, _ way: PromptMachine.Exit
  ) -> PromptMachine.Action {
    guard case .judged(let isFaulty) = event else { return .nothing }
    if !(isFaulty && isStrict) { return end(by: .leave(way)) }
    self.way = nil
    (hasWork, isChanged, isTold) = (false, false, true)
    return .complain
  }

  private mutating func atAText(_ event: PromptMachine.Event) -> PromptMachine.Action? {
    if [.edited, .cursorMoved].contains(event) {
      (isLooking, exit) = (false, nil)
      isChanged = isChanged || event == .edited
      return .tell
    }
    if exit != nil {
      guard case .suggested(let suggestions) = event else { return .nothing }
      defer { (isLooking, exit) = (false, nil) }
      return .complete(suggestions, then: exit)
    }
    switch event {
    case .completionRequested(isPossible: true):
      defer { isLooking = true }
      return isLooking ? .nothing : .askForSuggestions
    case .suggested(let suggestions):
      defer { isLooking = false }
      return isLooking ? .complete(suggestions, then: nil) : .nothing
    case .outsideEditRequested: return .editOutside
    case .wentUp(hasHistory: true): return .recall(isBack: true, isSearch: false, from: recall)
    case .wentDown where recall != nil:
      return .recall(isBack: false, isSearch: false, from: recall)
    case .searched(let isBack): return .recall(isBack: isBack, isSearch: true, from: recall)
    case .recalled(let line):
      (recall, isLooking) = (line, false)
      return .nothing
    case .left(let exit) where isLooking:
      self.exit = exit
      return .nothing
    case .left(let exit): return leave(by: exit)
    default: return nil
    }
  }

  private mutating func atASecret(_ event: PromptMachine.Event) -> PromptMachine.Action? {
    switch event {
    case .edited:
      isChanged = true
      return .tell
    case .revealRequested: return .reveal
    case .left(let exit): return leave(by: exit)
    default: return nil
    }
  }

  private mutating func atAnAnswer(_ event: PromptMachine.Event) -> PromptMachine.Action? {
    switch event {
    case .completionRequested(isPossible: true): return .completeAnswer
    case .answered(.mistake(let line, let isKept), _): return .refuse(line, isKept: isKept)
    case .answered(.menu(let choice), _):
      isPressed = true
      return .choose(choice)
    case .answered(.none, let exit): return end(by: .leave(exit))
    case .answered(.choice(let choice, let isNew), let exit):
      let isStrict = exit == .accept && isNew
      return judge(.commit(choice), then: exit, isStrict: isStrict)
    default: return nil
    }
  }

  /// What a key does at any question that says nothing else of it.
  private func anywhere(_ event: PromptMachine.Event) -> PromptMachine.Action {
    switch event {
    case .pressed(let key): .perform(key)
    case .leaveRequested(let isEmpty): isEmpty ? .leaveScreen : .perform(.delete)
    case .wentUp: .go(.previous)
    case .wentDown: .go(.next)
    case .completionRequested: .go(.next)
    case .revealRequested, .outsideEditRequested, .searched: .ring
    default: .nothing
    }
  }

  private mutating func leave(by exit: PromptMachine.Exit) -> PromptMachine.Action {
    let isToBeJudged = exit == .accept || exit != .submit && (isChanged || hasWork)
    if !isToBeJudged { return end(by: .leave(exit)) }
    let isSaid = exit == .accept && (isChanged || kind == .text)
    return judge(
      isSaid ? .accept : .commit(.nothing), then: exit,
      isStrict: exit == .accept && (isChanged || hasWork || !isTold))
  }

  private mutating func judge(
    _ action: PromptMachine.Action, then way: PromptMachine.Exit, isStrict: Bool
  ) -> PromptMachine.Action {
    (self.way, self.isStrict, isLooking) = (way, isStrict, false)
    return action
  }

  private mutating func end(by action: PromptMachine.Action) -> PromptMachine.Action {
    isOver = true
    return action
  }
}
