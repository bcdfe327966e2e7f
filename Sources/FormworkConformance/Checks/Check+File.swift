import FormworkCore
import FormworkHost

extension Check {
  /// The checks that run no code: parts of the inspection, which ends at the first broken rule.
  static let ofTheFile = [
    Check("file", "demand.file", about: \.isOfTheFile),
    Check("note", "demand.note", about: \.isOfTheNote),
    Check("symbols", "demand.symbols", about: \.isOfTheSymbols),
  ]

  private init(
    _ name: String, _ demand: Message,
    about isOwn: @escaping @Sendable (FrontEndRefusal) -> Bool
  ) {
    self.init(name, demand, after: []) { context throws(CheckFailure) in
      guard let refusal = context.conformance.refusal else { return }
      if isOwn(refusal) { throw CheckFailure(refusal.message) }
      // The inspection ends with the symbols.
      if !refusal.isOfTheSymbols { throw CheckFailure(skipping: "check.notInspected") }
    }
  }
}

extension FrontEndRefusal {
  fileprivate var isOfTheNote: Bool {
    switch self {
    case .noNote, .otherContract: true
    default: false
    }
  }

  fileprivate var isOfTheSymbols: Bool { self == .noEntry }

  fileprivate var isOfTheFile: Bool { !isOfTheNote && !isOfTheSymbols }
}
