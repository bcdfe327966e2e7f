import FormworkCore
import FormworkHost

extension Check {
  /// What is found out without running any code.
  static let ofTheFile = [
    Check(
      "file", demands: "demand.file", after: [],
      inspecting: \.isOfTheFile),
    Check(
      "note", demands: "demand.note", after: [],
      inspecting: \.isOfTheNote),
    Check(
      "symbols", demands: "demand.symbols", after: [],
      inspecting: \.isOfTheSymbols),
  ]

  /// A part of the inspection, which ends at the first rule that is broken.
  private init(
    _ name: String, demands demand: Message, after prerequisites: [String],
    inspecting isOwn: @escaping @Sendable (FrontEndRefusal) -> Bool
  ) {
    self.init(name, demands: demand, after: prerequisites) { examination throws(Failure) in
      guard let refusal = examination.refusal else { return }
      if isOwn(refusal) { throw Failure(refusal.message) }
      // The symbols are looked at last.
      if !refusal.isOfTheSymbols { throw Failure(skipping: "check.notInspected") }
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
