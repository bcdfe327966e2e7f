import FormworkCore

/// What the core is measured beside: it computes everything, and compares.
///
/// After each event every property is computed once more, and compared with the last one. It knows one
/// rule, and nothing of focus, checks or drafts.
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
