import FormworkCore
import FormworkHost

extension Check {
  /// What is found out without running any code.
  static let ofTheFile = [
    Check(
      "file", demands: "The file is a shared library that keeps the loader's rules.", after: [],
      inspecting: \.isOfTheFile),
    Check(
      "note", demands: "The file carries the note of this version of the contract.", after: [],
      inspecting: \.isOfTheNote),
    Check(
      "symbols", demands: "The file exports the function formwork_front_end.", after: [],
      inspecting: \.isOfTheSymbols),
  ]

  /// A part of the inspection, which ends at the first rule that is broken.
  private init(
    _ name: String, demands demand: String, after prerequisites: [String],
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
