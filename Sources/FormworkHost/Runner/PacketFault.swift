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

extension PacketFault: CustomStringConvertible {
  /// A few words for people who write front ends.
  package var description: String {
    switch self {
    case .length(let count): "a packet of \(count) bytes"
    case .kind(let kind): "a message of kind \(kind)"
    case .size(let size): "a message of size \(size)"
    case .text: "a name or a line that is too long or not UTF-8"
    case .refusal: "a refusal without a reason"
    case .flood: "it sends, and takes nothing"
    }
  }
}
