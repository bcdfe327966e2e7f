public import FormworkCore

/// What a front end tells a session.
///
/// Texts are borrowed for the time of the call.
public enum InputMessage {
  /// A text differs now.
  case edit(NodeID, text: UnsafeRawBufferPointer, cursor: Int, revision: UInt64)

  /// The person accepts a text; `nil` where the front end did not say it once more.
  case commit(NodeID, text: UnsafeRawBufferPointer?, revision: UInt64)

  /// An option or a toggle was switched.
  case choose(NodeID, isOn: Bool)

  /// A button or a row was activated.
  case activate(NodeID, revision: UInt64)

  /// The person went elsewhere.
  case go(UserEvent.Destination)

  /// The person wants to leave the screen.
  case back(revision: UInt64)

  /// Suggestions are asked for, at a cursor in bytes.
  case complete(NodeID, text: UnsafeRawBufferPointer, cursor: Int, revision: UInt64)

  /// The text of a field is to be edited by a program outside.
  case editOutside(NodeID)

  /// What was loaded is to be loaded anew.
  case reload

  /// Input has ended.
  case quit

  /// Another front end is wanted.
  case switchFrontEnd(name: UnsafeRawBufferPointer)

  /// A line for the log.
  case log(line: UnsafeRawBufferPointer)

  /// A message of a later version, or one that 1.0 answers with a flush alone.
  case other
}
