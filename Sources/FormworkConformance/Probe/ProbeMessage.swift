import CFormworkWire

/// What the program and its probe say to each other besides the messages of formwork_wire.h.
enum ProbeMessage {
  /// Asks, and then tells, what the entry gives: `number` is the major version asked for; then `node`
  /// is 1 where there is a table, `count` its address, `revision` its `abi_major`, `parent` its
  /// `abi_minor` and `position` its size.
  static let entry: UInt32 = 2048

  /// A message was posted whose size is not that of this version: `number`.
  static let missized: UInt32 = 2049

  /// Asks, and then tells, whether a text stands in the memory of the process: it is masked, and `number`
  /// is 1 where it does.
  static let search: UInt32 = 2050

  /// Tells that `next` has given DETACH.
  static let heard: UInt32 = 2051

  /// Tells that something of what was said to the process never came: the front end has read it.
  static let missed: UInt32 = 2052

  /// Whether a message is none of the contract's, but for the beginning and the end of a run.
  static func isOwn(_ message: ScriptMessage) -> Bool {
    message.kind > FORMWORK_WIRE_RUN.rawValue && message.kind != FORMWORK_WIRE_RETURNED.rawValue
  }
}
