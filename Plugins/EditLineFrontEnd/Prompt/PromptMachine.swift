import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// One question at a prompt, from the moment it is on view until the person has left it.
///
/// The machine knows neither the terminal nor the host. Its owner reads first what a key says or what the
/// host has answered, and then tells; what comes of it is an action for the owner.
struct PromptMachine {
  /// Where the person is with the question.
  enum State: Hashable {
    /// At the text of a field, and perhaps on the way through what was entered before.
    case text(Entry, Recall?)
    /// At the text of a field, while the host looks for what may complete the line. Leaves as soon as the
    /// line differs: what was found is for another line then.
    case completing(Entry, Recall?)
    /// At a text that the host looks for completions of, though the person has left by a key, which counts
    /// once the line is completed. Leaves on what was found; no key is read before it.
    case held(Entry, Recall?, Exit)
    /// At a secret, which libedit never sees.
    case secret(Entry)
    /// At an answer: yes or no, options of a choice, what a menu has.
    case answer
    /// The host judges what was entered. Leaves on its answer; no key is read before it.
    case judging(Judged, isNew: Bool, then: Way)
    /// The host does what a button is for. Leaves once it has; no key is read before it.
    case pressing
    /// The decision is made what comes after the question. The end.
    case leaving
  }

  /// The state of a text or a secret since the question was asked, or since a fault was told: one that
  /// was not told yet holds the person once.
  enum Entry: Hashable {
    /// Nothing: it may be passed through, and is not judged then.
    case untouched
    /// Nothing, but it was left half entered before: it is judged when it is left.
    case begun
    /// The person changed it.
    case changed
    /// Nothing, and its fault was told: Enter goes on all the same, and it may be passed through.
    case told
  }

  /// The kind of answer that the host judges: where the person is again, if the answer has a fault.
  enum Judged: Hashable {
    case text(Recall?), secret, answer
  }

  /// A key that leaves the question.
  enum Exit: Hashable, CaseIterable {
    case accept, next, previous, submit, skip, rewind

    fileprivate var way: Way {
      switch self {
      case .accept: .onward
      case .next: .next
      case .previous: .previous
      case .submit: .submit
      case .skip: .skip
      case .rewind: .rewind
      }
    }
  }

  /// What comes after the question.
  enum Way: Hashable {
    case next, previous, submit
    /// The next question; after a refused submission the next fault.
    case onward
    /// Behind the section around, or to its beginning.
    case skip, rewind
    /// Whatever the host has put the person at by now.
    case follow
  }

  /// What an answer says.
  enum Answer: Hashable {
    /// Nothing, where the person only passes: what was chosen before stays.
    case none
    /// A choice; one that was judged already is not new.
    case choice(Choice, isNew: Bool)
    /// What is chosen from a menu; `nil` where there is nothing, and the person leaves the screen.
    case menu(MenuChoice?)
    /// Nothing that can be meant, and the line that says so. The answer goes, unless it is kept.
    case mistake(String, isKept: Bool)
  }

  /// What is chosen by an answer.
  enum Choice: Hashable {
    case nothing
    case isOn(Bool)
    /// The indices of the options.
    case options(Set<Int>)
  }

  /// What happened.
  enum Event: Hashable {
    /// The line is what a question begins with: a secret that was left in the middle goes on, or the field
    /// was emptied.
    case begun(Entry)
    /// The text or the secret is another one, or the cursor alone is at another place of the text.
    case edited, cursorMoved
    /// A key was pressed that does the same wherever it is pressed.
    case pressed(Key)
    /// The person pressed Tab, where there may be something that completes the line or not.
    case completionRequested(isPossible: Bool)
    /// The person wants a secret to be shown or hidden, the text to be edited with `$VISUAL`.
    case revealRequested, outsideEditRequested
    /// The person wants to leave the screen, with nothing on the line or with something.
    case leaveRequested(isEmpty: Bool)
    /// The key Up was pressed, where something was entered before or nothing.
    case wentUp(hasHistory: Bool)
    case wentDown
    /// The person wants what was entered before and begins like the line.
    case searched(isBack: Bool)
    /// Such a line is on the terminal.
    case recalled(Recall)
    /// All suggestions have come that the host was asked for last.
    case suggested([Suggestion])
    /// A text or a secret is left by a key, or an answer.
    case left(Exit)
    case answered(Answer, Exit)
    /// The host has judged what was entered.
    case judged(isFaulty: Bool)
    /// Something else is to be asked: the host has put the person there, or a key has that the owner
    /// performed, or a button.
    case moved
  }

  /// What the owner has to do.
  enum Action: Hashable {
    case nothing
    /// The key does nothing here.
    case ring
    /// Tell the host what the text or the secret is now.
    case tell
    case perform(Key)
    /// Do what the key does by which a person leaves, if there is something in that direction.
    case go(Exit)
    case askForSuggestions
    /// Complete the line by one of these, or show them, or go on where neither is news; then do what the key does
    /// that was pressed meanwhile.
    case complete([Suggestion], then: Exit?)
    /// Complete an answer by what can be meant, in the same way.
    case completeAnswer
    /// Put a line that was entered before in place of this one: the next one in that direction, or the
    /// next that begins like what is before the cursor.
    case recall(isBack: Bool, isSearch: Bool, from: Recall?)
    /// Show the secret, or hide it.
    case reveal
    /// Tell the host to edit the text with `$VISUAL`, or that the person wants to leave the screen.
    case editOutside, leaveScreen
    /// Have the host judge the text or the secret that is on the line.
    case accept
    /// Have the host judge what it has, with this choice.
    case commit(Choice)
    /// Say why an answer is none.
    case refuse(String, isKept: Bool)
    /// Do what was chosen, or leave the screen where nothing can be; then tell that something else is to be asked.
    case choose(MenuChoice?)
    /// Ring, and show what is wrong.
    case complain
    /// End the line, and go that way.
    case leave(Way)
  }

  private(set) var state: State

  init(state: State) { self.state = state }

  /// Whether what is typed now is for what comes after the question.
  var isHeld: Bool { if case .held = state { true } else { false } }

  /// Takes an event in and returns what has to be done.
  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.text, .begun(let entry)), (.completing, .begun(let entry)):
      state = .text(entry, nil)
      return .nothing
    case (.secret, .begun(let entry)):
      state = .secret(entry)
      return .nothing
    case (.text(_, let recall), .edited), (.completing(_, let recall), .edited),
      (.held(_, let recall, _), .edited):
      state = .text(.changed, recall)
      return .tell
    case (.text(let entry, let recall), .cursorMoved),
      (.completing(let entry, let recall), .cursorMoved),
      (.held(let entry, let recall, _), .cursorMoved):
      state = .text(entry, recall)
      return .tell
    case (.secret, .edited):
      state = .secret(.changed)
      return .tell

    case (.text, .pressed(let key)), (.completing, .pressed(let key)), (.secret, .pressed(let key)),
      (.answer, .pressed(let key)):
      return .perform(key)

    case (.text, .completionRequested(isPossible: false)),
      (.completing, .completionRequested(isPossible: false)), (.secret, .completionRequested),
      (.answer, .completionRequested(isPossible: false)):
      return .go(.next)
    case (.text(let entry, let recall), .completionRequested):
      state = .completing(entry, recall)
      return .askForSuggestions
    case (.completing(let entry, let recall), .suggested(let suggestions)):
      state = .text(entry, recall)
      return .complete(suggestions, then: nil)
    case (.held(let entry, let recall, let exit), .suggested(let suggestions)):
      state = .text(entry, recall)
      return .complete(suggestions, then: exit)
    case (.answer, .completionRequested):
      return .completeAnswer

    case (.secret, .revealRequested):
      return .reveal
    case (.text, .outsideEditRequested), (.completing, .outsideEditRequested):
      return .editOutside
    case (.text, .revealRequested), (.completing, .revealRequested), (.answer, .revealRequested),
      (.secret, .outsideEditRequested), (.answer, .outsideEditRequested), (.secret, .searched),
      (.answer, .searched):
      return .ring

    case (.text, .leaveRequested(let isEmpty)), (.completing, .leaveRequested(let isEmpty)),
      (.secret, .leaveRequested(let isEmpty)), (.answer, .leaveRequested(let isEmpty)):
      return isEmpty ? .leaveScreen : .perform(.delete)

    case (.text(_, let recall), .wentUp(let hasHistory)),
      (.completing(_, let recall), .wentUp(let hasHistory)):
      return hasHistory ? .recall(isBack: true, isSearch: false, from: recall) : .go(.previous)
    case (.text(_, let recall), .wentDown), (.completing(_, let recall), .wentDown):
      return recall == nil ? .go(.next) : .recall(isBack: false, isSearch: false, from: recall)
    case (.text(_, let recall), .searched(let isBack)),
      (.completing(_, let recall), .searched(let isBack)):
      return .recall(isBack: isBack, isSearch: true, from: recall)
    case (.text(let entry, _), .recalled(let recall)),
      (.completing(let entry, _), .recalled(let recall)):
      state = .text(entry, recall)
      return .nothing
    case (.secret, .wentUp), (.answer, .wentUp):
      return .go(.previous)
    case (.secret, .wentDown), (.answer, .wentDown):
      return .go(.next)

    case (.text(let entry, let recall), .left(let exit)):
      return leave(.text(recall), entry, by: exit)
    case (.completing(let entry, let recall), .left(let exit)):
      state = .held(entry, recall, exit)
      return .nothing
    case (.secret(let entry), .left(let exit)):
      return leave(.secret, entry, by: exit)
    case (.answer, .answered(let answer, let exit)):
      return leave(answer, by: exit)

    case (.judging(let judged, isNew: true, then: _), .judged(isFaulty: true)):
      state = Self.state(of: judged)
      return .complain
    case (.judging(_, isNew: _, then: let way), .judged):
      state = .leaving
      return .leave(way)
    case (.text, .moved), (.completing, .moved), (.held, .moved), (.secret, .moved),
      (.answer, .moved), (.judging, .moved), (.pressing, .moved):
      state = .leaving
      return .leave(.follow)

    // The host is still looking; and what it has found for another line.
    case (.completing, .completionRequested), (.text, .suggested), (.secret, .suggested),
      (.answer, .suggested):
      return .nothing

    // What only another kind of question has.
    case (.answer, .begun), (.text, .answered), (.completing, .answered), (.secret, .answered),
      (.answer, .left),
      (.secret, .cursorMoved), (.answer, .edited), (.answer, .cursorMoved), (.secret, .recalled),
      (.answer, .recalled), (.text, .judged), (.completing, .judged), (.secret, .judged),
      (.answer, .judged):
      return .nothing

    // No key is read before the host has answered.
    case (.held, .begun), (.held, .pressed), (.held, .completionRequested),
      (.held, .revealRequested),
      (.held, .outsideEditRequested), (.held, .leaveRequested), (.held, .wentUp),
      (.held, .wentDown),
      (.held, .searched), (.held, .recalled), (.held, .left), (.held, .answered), (.held, .judged):
      return .nothing
    case (.judging, .begun), (.judging, .edited), (.judging, .cursorMoved), (.judging, .pressed),
      (.judging, .completionRequested), (.judging, .revealRequested),
      (.judging, .outsideEditRequested), (.judging, .leaveRequested), (.judging, .wentUp),
      (.judging, .wentDown), (.judging, .searched), (.judging, .recalled), (.judging, .suggested),
      (.judging, .left), (.judging, .answered):
      return .nothing

    case (.pressing, .begun), (.pressing, .edited), (.pressing, .cursorMoved),
      (.pressing, .pressed),
      (.pressing, .completionRequested), (.pressing, .revealRequested),
      (.pressing, .outsideEditRequested), (.pressing, .leaveRequested), (.pressing, .wentUp),
      (.pressing, .wentDown), (.pressing, .searched), (.pressing, .recalled),
      (.pressing, .suggested), (.pressing, .left), (.pressing, .answered), (.pressing, .judged):
      return .nothing

    // The end is the end.
    case (.leaving, _):
      return .nothing
    }
  }

  /// A text or a secret is judged when it is accepted, and where something was entered when it is passed.
  private mutating func leave(_ judged: Judged, _ entry: Entry, by exit: Exit) -> Action {
    if exit == .accept {
      state = .judging(judged, isNew: entry != .told, then: .onward)
      // Enter alone keeps the secret that was entered before.
      return judged == .secret && entry != .changed ? .commit(.nothing) : .accept
    }
    if exit == .submit || entry == .untouched || entry == .told {
      state = .leaving
      return .leave(exit.way)
    }
    // The line that is left shows its fault: the person goes on all the same.
    state = .judging(judged, isNew: false, then: exit.way)
    return .commit(.nothing)
  }

  /// A mistake is said, and the person stays; where the answer names a button, that alone counts.
  private mutating func leave(_ answer: Answer, by exit: Exit) -> Action {
    switch answer {
    case .none:
      state = .leaving
      return .leave(exit.way)
    case .choice(let choice, let isNew):
      // A person who presses Enter once more wants to go on all the same.
      state = .judging(.answer, isNew: isNew && exit == .accept, then: exit.way)
      return .commit(choice)
    case .menu(let choice):
      state = .pressing
      return .choose(choice)
    case .mistake(let line, let isKept):
      return .refuse(line, isKept: isKept)
    }
  }

  private static func state(of judged: Judged) -> State {
    switch judged {
    case .text(let recall): .text(.told, recall)
    case .secret: .secret(.told)
    case .answer: .answer
    }
  }
}
