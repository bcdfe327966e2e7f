import CFormworkWire
import FormworkTools

/// A way in which the probe lends messages to a front end.
package enum ProbeMode: String, Sendable, CaseIterable {
  /// The command of the program that makes it a probe, followed by a mode and the name of a file.
  package static let command = "probe-front-end"

  /// In memory that stays until the front end returns.
  case usual

  /// In memory that goes with the next call of `next`.
  case withdrawn

  /// In messages that are larger than this version's, and end with garbage.
  case largerMessages = "larger-messages"

  /// By a host whose table is larger than this version's, and ends with garbage.
  case largerHost = "larger-host"

  /// A byte that does not pass for a part of a pointer, number or flag.
  static let garbage: UInt8 = 0xA5
}

/// The kinds of messages between a program and its probe, besides those of formwork_wire.h.
enum ProbeMessage {
  /// A question, and its answer: the table that the entry gives for the major version `number`.
  ///
  /// If there is a table, `node` is 1, `count` its address, `revision` its `abi_major`, `parent` its `abi_minor`,
  /// and `position` its size.
  static let entry: UInt32 = 2048

  /// A question with a text, masked with garbage, and its answer: `number` is how often it is in memory.
  static let search: UInt32 = 2049

  /// A note that `next` has returned DETACH.
  static let heard: UInt32 = 2050

  /// A note that a message never came, since the front end has read it itself.
  static let missed: UInt32 = 2051

  /// Whether a message belongs neither to the contract nor to the beginning or end of a run.
  static func isOwn(_ message: ScriptMessage) -> Bool {
    message.kind > FORMWORK_WIRE_RUN.rawValue && message.kind != FORMWORK_WIRE_RETURNED.rawValue
  }
}
