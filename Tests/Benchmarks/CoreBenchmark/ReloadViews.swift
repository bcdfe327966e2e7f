import FormworkCore

/// A baseline for the core, which computes everything again and compares.
///
/// After each event it computes and compares every property. It knows one rule, and neither focus,
/// checks nor drafts.
final class ReloadViews {
  struct Properties: Equatable {
    let label: String
    let value: String
    let status: NodeStatus
    let explanation: String?
  }

  private var texts: [String]
  private var shown: [Properties] = []

  init(count: Int) {
    texts = Array(repeating: "", count: count)
    shown = texts.indices.map(properties)
  }

  func edit(_ field: Int, _ text: String) -> [(field: Int, properties: Properties)] {
    texts[field] = text
    let computed = texts.indices.map(properties)
    defer { shown = computed }
    return computed.indices.filter { computed[$0] != shown[$0] }.map { ($0, computed[$0]) }
  }

  private func properties(of field: Int) -> Properties {
    let (text, isValid) = (texts[field], (2...40).contains(texts[field].utf16.count))
    return Properties(
      label: "Field \(field)", value: text, status: isValid ? .valid : .incomplete,
      explanation: isValid ? nil : "2 characters at least")
  }
}
