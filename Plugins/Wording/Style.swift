import Interaction

/// What a text is for: a front end that has weights and colours shows it by them, another leaves it.
///
/// A style repeats what the words say; none says anything of its own.
package enum Style: Equatable, Sendable {
  /// What is asked, and what a person entered.
  case plain
  /// What a screen is called.
  case title
  /// What helps, and may be passed over.
  case help
  /// That all is well.
  case ok
  /// That something has to be mended.
  case fault
  /// That something could not be found out.
  case doubt
}
