/// Which front end a person asked for.
public enum FrontEndRequest: Hashable, Sendable {
  /// One that is installed, by its name.
  case name(String)

  /// A file, wherever it is; it is inspected like any other.
  case file(String)
}
