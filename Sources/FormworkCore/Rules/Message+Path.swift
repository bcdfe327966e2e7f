import FormworkSystem

extension Message {
  /// A path, or another text of the system, as a person reads it.
  package static func path(_ path: String) -> Message { .verbatim(path.systemTextShown) }
}
