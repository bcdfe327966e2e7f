package import ArgumentParser
package import FormworkCore

extension ViewStyle {
  package static func named(_ name: String) throws -> ViewStyle {
    if let style = all.first(where: { $0.name == name }) { return style }
    let names = all.map(\.name).joined(separator: ", ")
    throw ValidationError("Unknown style \(name.quoted): there are \(names).")
  }
}

extension ArgumentHelp {
  package static let style = ArgumentHelp(
    "How numbers and moments look: plain, everyday (1,000; 3 days ago), or records (1-000).",
    valueName: "name")
}

extension CompletionKind {
  package static var style: CompletionKind { .list(ViewStyle.all.map(\.name)) }
}
