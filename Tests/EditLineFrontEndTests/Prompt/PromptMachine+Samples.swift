import Conversation
import FormworkFrontEnd
import Interaction
import Wording

@testable import EditLineFrontEnd

extension [Suggestion] {
  static let words = [Suggestion(replacing: 0..<1, with: "one")]
}

extension MenuChoice? {
  static let stay = MenuChoice.node(NodeID(rawValue: 5))
}

extension PromptMachine.Answer {
  static let yes = Self.choice(.isOn(true), isNew: true)
  static let yesAgain = Self.choice(.isOn(true), isNew: false)
  static let stay = Self.menu(.stay)
  static let mistaken = Self.mistake("y or n", isKept: false)
}

extension PromptMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case text, completing, held, secret, answer, validating, pressing, leaving
  }

  var kind: Kind {
    switch self {
    case .text: .text
    case .completing: .completing
    case .held: .held
    case .secret: .secret
    case .answer: .answer
    case .validating: .validating
    case .pressing: .pressing
    case .leaving: .leaving
    }
  }

  /// Each state, with each state of its entry.
  static let samples: [Self] = [
    .text(.untouched), .text(.begun), .text(.changed), .text(.reported), .completing(.untouched),
    .completing(.changed), .held(.begun, .accept), .secret(.untouched), .secret(.begun),
    .secret(.changed), .secret(.reported), .answer,
    .validating(.text(.reported), isNew: true, then: .next),
    .validating(.secret(.reported), isNew: true, then: .next),
    .validating(.answer, isNew: true, then: .next),
    .validating(.answer, isNew: false, then: .submit), .pressing, .leaving,
  ]
}

extension PromptMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case begun, edited, cursorMoved, pressed, completionRequested, suggested, left, answered
    case validated, moved
  }

  var kind: Kind {
    switch self {
    case .begun: .begun
    case .edited: .edited
    case .cursorMoved: .cursorMoved
    case .pressed: .pressed
    case .completionRequested: .completionRequested
    case .suggested: .suggested
    case .left: .left
    case .answered: .answered
    case .validated: .validated
    case .moved: .moved
    }
  }

  /// Each event with each flag, each key that leaves, and each answer.
  static let samples: [Self] = Kind.allCases.flatMap { samples(of: $0) }

  static func samples(of kind: Kind) -> [Self] {
    switch kind {
    case .begun: [.begun(.reported)]
    case .edited: [.edited]
    case .cursorMoved: [.cursorMoved]
    case .pressed: [.pressed(.help)]
    case .completionRequested: [.completionRequested]
    case .suggested: [.suggested(.words)]
    case .left: PromptMachine.Exit.allCases.map { .left($0) }
    case .answered:
      PromptMachine.Exit.allCases.flatMap { [.answered(.none, $0), .answered(.yes, $0)] } + [
        .answered(.yesAgain, .accept), .answered(.stay, .submit), .answered(.mistaken, .accept),
        .answered(.mistaken, .next),
      ]
    case .validated: [.validated(isFaulty: true), .validated(isFaulty: false)]
    case .moved: [.moved]
    }
  }
}
