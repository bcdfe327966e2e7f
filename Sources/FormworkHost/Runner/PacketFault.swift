package import FormworkCore

/// What is wrong with a datagram that a runner has sent.
package enum PacketFault: Error, Hashable, Sendable {
  /// It has fewer or more bytes than it says.
  case length(Int)

  /// A message of this kind is none that a runner sends, or none that it sends at that time.
  case kind(UInt32)

  /// What was posted says that it has this size, in which there is no room for its kind.
  case size(Int)

  /// A text that is a name or a line is too long, or not in UTF-8.
  case text

  /// It refuses to load the front end for a reason that there is not.
  case refusal

  /// It sends and sends, and takes nothing.
  case flood
}

extension PacketFault: Explained {
  /// A few words for people who write front ends.
  package var message: Message {
    switch self {
    case .length(let count): Message("packet.length", count: count)
    case .kind(let kind): Message("packet.kind", ["kind": .number(Int(kind))])
    case .size(let size): Message("packet.size", ["size": .number(size)])
    case .text: "packet.text"
    case .refusal: "packet.refusal"
    case .flood: "packet.flood"
    }
  }
}
