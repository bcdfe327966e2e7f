import Interaction

/// The purpose of a text, which some front ends show by weight and colour.
///
/// A style repeats what the words say; none says anything of its own.
package enum Style: Equatable, Sendable {
  /// A question or an answer.
  case plain
  /// The title of a screen.
  case title
  /// Help, which may be skipped.
  case help
  /// A good state.
  case ok
  /// A fault.
  case fault
  /// A state that could not be determined.
  case doubt
}
