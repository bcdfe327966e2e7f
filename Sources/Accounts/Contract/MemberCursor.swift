import FormworkCore

/// A place after a member in an order, which stays if others come and go.
package struct MemberCursor: Hashable, Sendable {
  /// The greatest length of a text, with room for two of the longest usernames.
  private static let lengthLimit = 4096

  package let order: MemberOrder

  /// The beginning of the usernames, as a ``UsernameKey``.
  package let beginning: String

  /// The sort values of the member as texts: the ``UsernameKey``, or the number after the time, if any.
  package let key: [String]

  /// Creates the place after a member on a page.
  init(after member: Member, of query: MemberQuery) {
    (order, beginning) = (query.order, UsernameKey(query.beginning).text)
    func key(_ time: Timestamp?) -> [String] { ["\(time?.milliseconds ?? 0)", "\(member.id)"] }
    self.key =
      switch order {
      case .newest, .oldest: ["\(member.id)"]
      case .ascending, .descending: [UsernameKey(member.username).text]
      case .recentlySeen: key(member.record?.lastSeen)
      case .recentlyChanged: key(member.record?.lastChanged)
      }
  }

  /// The text for clients: hexadecimal digits of the values, which the byte 255 separates.
  package var text: String {
    ([order.rawValue, beginning] + key).map { Array($0.utf8) }.joined(separator: [0xFF])
      .hexadecimal
  }

  /// Creates the cursor of a text; `nil` for other texts.
  package init?(text: String) {
    guard text.utf8.count <= Self.lengthLimit else { return nil }
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while !rest.isEmpty {
      bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    let values = bytes.split(separator: 0xFF, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard values.count > 2, let order = MemberOrder(rawValue: values[0]) else { return nil }
    (self.order, beginning, key) = (order, values[1], Array(values[2...]))
    let isValid =
      switch (order, key.count) {
      case (.ascending, 1), (.descending, 1):
        UsernameKey(key[0]).begins(with: UsernameKey(beginning))
      case (.newest, 1), (.oldest, 1), (.recentlySeen, 2), (.recentlyChanged, 2):
        key.allSatisfy { Int64($0) != nil }
      default: false
      }
    guard isValid, self.text == text else { return nil }
  }
}

extension Sequence<UInt8> {
  /// The bytes with two digits each.
  package var hexadecimal: String {
    reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}
