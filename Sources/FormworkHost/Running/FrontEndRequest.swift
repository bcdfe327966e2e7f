/// Which front end a person asked for.
public enum FrontEndRequest: Hashable, Sendable {
  /// One that is installed, by its name.
  case name(String)

  /// A file, wherever it is; it is inspected like any other. While the program runs, what it calls itself
  /// leads back to it, even where one of that name is installed.
  case file(String)
}
