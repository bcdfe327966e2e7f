@testable import FormworkCore

extension NaiveForm {
  /// An entry of the log of operations.
  enum Note {
    case asked(FormAction)
    case answered(Question)
  }

  /// The result of an operation, for the form or one of its fields.
  enum OperationResult {
    case form(FormMachine.Event)
    case field(FieldID, FieldMachine.Event)
  }

  enum Question: Equatable {
    case load(LoadID)
    case pause(FieldID, CheckID)
    case check(FieldID, CheckID)
    case submission(SubmissionID)

    init?(askedBy action: FormAction) {
      switch action {
      case .load(let id), .reload(let id): self = .load(id)
      case .startPause(let field, let id, _): self = .pause(field, id)
      case .check(let request): self = .check(request.field, request.id)
      case .submit(let id, _): self = .submission(id)
      case .cancelLoad, .cancel, .saveDraft, .discardDraft, .asked, .withdrewReview, .showed,
        .ended:
        return nil
      }
    }

    init?(answeredBy result: OperationResult) {
      switch result {
      case .form(.loaded(let id, _)), .form(.loadFailed(let id, _)): self = .load(id)
      case .field(let field, .pauseElapsed(let id)): self = .pause(field, id)
      case .field(let field, .checkPassed(let id)), .field(let field, .checkRefused(let id, _)),
        .field(let field, .checkFailed(let id, _)):
        self = .check(field, id)
      case .form(.accepted(let id)), .form(.refused(let id, _)), .form(.failed(let id, _)):
        self = .submission(id)
      case .form, .field: return nil
      }
    }

    /// The subject of the question: a later question about the same subject replaces it.
    private var subject: String {
      switch self {
      case .load: "the form"
      case .pause(let field, _), .check(let field, _): "field \(field.rawValue)"
      case .submission: "the store"
      }
    }

    /// Whether the question is the last of its subject, and neither answered nor cancelled.
    func isOpen(after log: [Note]) -> Bool {
      for note in log.reversed() {
        switch note {
        case .answered(self): return false
        case .asked(.cancelLoad) where subject == "the form": return false
        case .asked(.cancel(let field, let id))
        where self == .pause(field, id) || self == .check(field, id):
          return false
        case .asked(let action):
          guard let other = Question(askedBy: action), other.subject == subject else { continue }
          return other == self
        case .answered: continue
        }
      }
      return false
    }
  }
}
