import Conversation
import FormworkFrontEnd
import Wording

/// A question of the line editor, from the moment it is visible until the user has left it.
///
/// The machine knows neither the terminal nor the host. Its owner performs the actions.
struct PromptMachine {
  enum State: Hashable, Sendable {
    case text(Entry)
    /// At a text while the host looks for completions. Leaves when the line changes.
    case completing(Entry)
    /// At a text while the host looks for completions that a key waits for. Leaves on `suggested`.
    case held(Entry, Exit)
    /// At a secret, which libedit never sees.
    case secret(Entry)
    /// At an answer: yes or no, options of a choice, an entry of a menu.
    case answer
    /// The host validates the entry. Leaves on `validated`: at a new fault to the state before.
    indirect case validating(State, isNew: Bool, then: Exit)
    /// The host performs the action of a button. Leaves on `moved`.
    case pressing
    case leaving
  }

  /// The state of a text or a secret since the question was asked, or since its fault was shown.
  enum Entry: Hashable {
    /// The user may pass the field, which is not validated then.
    case untouched
    /// The user left the field half entered before: it is validated when the user leaves it.
    case begun
    case changed
    /// The fault was shown, and nothing was changed since: Enter leaves the field, which may be passed.
    case reported
  }

  /// A key that leaves the question; `accept` leads to the next fault after a refused submission.
  enum Exit: Hashable, CaseIterable {
    case accept, next, previous, submit, skip, rewind
  }

  enum Answer: Hashable {
    /// The user passes the question, which keeps its answer.
    case none
    /// A choice, and whether it was not validated before.
    case choice(ChoiceMatch.Choice, isNew: Bool)
    /// An entry of a menu; `nil` if there is none, and the user leaves the screen.
    case menu(MenuChoice?)
    /// No answer, with the reason. The text is erased, unless it is kept.
    case mistake(String, isKept: Bool)
  }

  enum Event: Hashable {
    /// The line is a new one: an interrupted secret continues, or the field was reset.
    case begun(Entry)
    case edited
    case cursorMoved
    /// The user pressed a key whose effect the state does not change.
    case pressed(EditorFunction)
    /// The user pressed Tab after a line that can be completed.
    case completionRequested
    case suggested([Suggestion])
    case left(Exit)
    case answered(Answer, Exit)
    case validated(isFaulty: Bool)
    /// The host, a performed key or a button leads to another question.
    case moved
  }

  enum Action: Hashable {
    case nothing
    /// Send the text or the secret to the host.
    case report
    case perform(EditorFunction)
    case askForSuggestions
    /// Complete the line, list the suggestions, or leave if neither is new; then leave by the held key.
    case complete([Suggestion], then: Exit?)
    /// Complete an answer in the same way.
    case completeAnswer
    /// Have the host validate the text or the secret of the line.
    case accept
    /// Have the host validate its content of the field, with this choice.
    case commit(ChoiceMatch.Choice)
    case refuse(String, isKept: Bool)
    /// Perform the choice, or leave the screen without one; then apply `moved`.
    case choose(MenuChoice?)
    /// Ring, and show the fault.
    case showFault
    /// End the line, and go that way; `nil` for the place to which the host has moved the user.
    case leave(Exit?)
  }

  private(set) var state: State

  init(state: State) { self.state = state }

  /// Whether the input from now on is for the next question.
  var isHeld: Bool { if case .held = state { true } else { false } }

  var isOver: Bool { if case .leaving = state { true } else { false } }

  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.text, .begun(let entry)), (.completing, .begun(let entry)):
      state = .text(entry)
      return .nothing
    case (.secret, .begun(let entry)):
      state = .secret(entry)
      return .nothing
    case (.text, .edited), (.completing, .edited), (.held, .edited):
      state = .text(.changed)
      return .report
    case (.text(let entry), .cursorMoved), (.completing(let entry), .cursorMoved),
      (.held(let entry, _), .cursorMoved):
      state = .text(entry)
      return .report
    case (.secret, .edited):
      state = .secret(.changed)
      return .report

    case (.text, .pressed(let key)), (.completing, .pressed(let key)), (.secret, .pressed(let key)),
      (.answer, .pressed(let key)):
      return .perform(key)

    case (.text(let entry), .completionRequested):
      state = .completing(entry)
      return .askForSuggestions
    case (.completing(let entry), .suggested(let suggestions)):
      state = .text(entry)
      return .complete(suggestions, then: nil)
    case (.held(let entry, let exit), .suggested(let suggestions)):
      state = .text(entry)
      return .complete(suggestions, then: exit)
    case (.answer, .completionRequested):
      return .completeAnswer

    case (.text(let entry), .left(let exit)):
      return leave(.text(.reported), entry, by: exit)
    case (.completing(let entry), .left(let exit)):
      state = .held(entry, exit)
      return .nothing
    case (.secret(let entry), .left(let exit)):
      return leave(.secret(.reported), entry, by: exit)
    case (.answer, .answered(let answer, let exit)):
      return leave(answer, by: exit)

    case (.validating(let reported, isNew: true, then: _), .validated(isFaulty: true)):
      state = reported
      return .showFault
    case (.validating(_, isNew: _, then: let exit), .validated):
      state = .leaving
      return .leave(exit)
    case (.text, .moved), (.completing, .moved), (.held, .moved), (.secret, .moved),
      (.answer, .moved), (.validating, .moved), (.pressing, .moved):
      state = .leaving
      return .leave(nil)

    // The host looks already; or its suggestions are for another line.
    case (.completing, .completionRequested), (.text, .suggested), (.secret, .suggested),
      (.answer, .suggested):
      return .nothing

    // Events of other kinds of questions.
    case (.answer, .begun), (.text, .answered), (.completing, .answered), (.secret, .answered),
      (.answer, .left), (.secret, .completionRequested), (.secret, .cursorMoved),
      (.answer, .edited), (.answer, .cursorMoved), (.text, .validated), (.completing, .validated),
      (.secret, .validated), (.answer, .validated):
      return .nothing

    // No key is read before the host has answered, or at the end.
    case (.held, _), (.validating, _), (.pressing, _), (.leaving, _):
      return .nothing
    }
  }

  /// Leaves a text or a secret: it is validated when it is accepted, or passed with an entry.
  private mutating func leave(_ reported: State, _ entry: Entry, by exit: Exit) -> Action {
    if exit == .accept {
      state = .validating(reported, isNew: entry != .reported, then: exit)
      // Enter alone keeps the secret that was entered before.
      return reported == .secret(.reported) && entry != .changed ? .commit(.nothing) : .accept
    }
    if exit == .submit || entry == .untouched || entry == .reported {
      state = .leaving
      return .leave(exit)
    }
    // The line shows its fault, but the user leaves nevertheless.
    state = .validating(reported, isNew: false, then: exit)
    return .commit(.nothing)
  }

  /// Leaves an answer: the user stays at a mistake; of a button, the answer alone counts.
  private mutating func leave(_ answer: Answer, by exit: Exit) -> Action {
    switch answer {
    case .none:
      state = .leaving
      return .leave(exit)
    case .choice(let choice, let isNew):
      // A second Enter leaves in spite of the fault.
      state = .validating(.answer, isNew: isNew && exit == .accept, then: exit)
      return .commit(choice)
    case .menu(let choice):
      state = .pressing
      return .choose(choice)
    case .mistake(let line, let isKept):
      return .refuse(line, isKept: isKept)
    }
  }
}
