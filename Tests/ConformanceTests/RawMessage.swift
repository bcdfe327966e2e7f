@testable import FormworkConformance

extension ScriptMessage {
  /// The kind, and every field that is not 0 by its name: whole, as no helper of the checks makes it.
  var raw: String {
    let fields: [(String, Int)] = [
      ("revision", Int(revision)), ("node", Int(node)), ("parent", Int(parent)),
      ("at", Int(position)), ("kind", Int(nodeKind)), ("property", Int(property)),
      ("flags", Int(flags)), ("number", Int(number)), ("count", Int(count)),
    ]
    let words = [kindName.inEnglish] + fields.filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }
    return words.joined(separator: " ") + (text.isEmpty ? "" : " '\(string)'")
  }
}
