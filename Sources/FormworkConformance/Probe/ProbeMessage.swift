import CFormworkWire

/// What the program and its probe say to each other besides the messages of formwork_wire.h.
enum ProbeMessage {
  /// Asks, and then tells, what the entry gives: `number` is the major version asked for; then `node`
  /// is 1 where there is a table, `count` its address and `revision` its `abi_major`.
  static let entry: UInt32 = 2048

  /// A message was posted whose size is less than that of version 1.0: `number`.
  static let undersized: UInt32 = 2049

  /// Whether a message is none of the contract's, but for the end of a run.
  static func isOwn(_ message: ScriptMessage) -> Bool {
    message.kind >= FORMWORK_WIRE_RUN.rawValue && message.kind != FORMWORK_WIRE_RETURNED.rawValue
  }
}
