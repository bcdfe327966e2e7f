import FormworkCore

// The payloads of random events. Each list is short, so that values repeat.

extension CaseIterable {
  static func random(using generator: inout some RandomNumberGenerator) -> Self {
    allCases[
      allCases.index(
        allCases.startIndex, offsetBy: .random(in: 0..<allCases.count, using: &generator))]
  }
}

extension Violation {
  static func random(using generator: inout some RandomNumberGenerator) -> Violation {
    .tooShort(limit: 4, count: .random(in: 0..<4, using: &generator))
  }
}

extension Verdict {
  static func random(using generator: inout some RandomNumberGenerator) -> Verdict {
    switch UInt8.random(in: 0..<3, using: &generator) {
    case 0: .broken([.random(using: &generator)])
    case 1: .holds
    default: .needsCheck
    }
  }
}

extension Readiness {
  static func random(using generator: inout some RandomNumberGenerator) -> Readiness {
    samples[.random(in: 0..<samples.count, using: &generator)]
  }
}

extension Reason {
  static func random(using generator: inout some RandomNumberGenerator) -> Reason {
    .random(using: &generator) ? .timedOut : .failed("no route")
  }
}
