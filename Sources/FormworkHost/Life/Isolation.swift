/// Which front ends run in a process of their own.
public enum Isolation: String, CaseIterable, Sendable {
  /// All of them.
  case always

  /// None: what crashes there ends the program.
  case never

  /// Those that do not lie beside the program.
  case foreign
}
