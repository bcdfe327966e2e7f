import FormworkCore

extension SectionMachine.Event {
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let found: [Violation] = .random(using: &generator) ? [] : [.random(using: &generator)]
    return switch Kind.random(using: &generator) {
    case .wanted: .wanted
    case .unwanted: .unwanted
    case .opened: .opened
    case .edited: .edited
    case .left: .left(found)
    case .submitPressed: .submitPressed(found)
    case .refusedBySubmission: .refusedBySubmission(.random(using: &generator))
    case .excluded: .excluded
    case .included: .included
    }
  }
}
