/// A value of a JSON document, and where it stands there.
public struct JSONNode: Sendable {
  /// The value.
  public let value: JSONValue

  /// Where its first character is.
  public let place: JSONPlace

  /// Makes a node.
  public init(_ value: JSONValue, at place: JSONPlace = JSONPlace(line: 1, column: 1)) {
    self.value = value
    self.place = place
  }

  /// The value of an object's member; `nil` where there is none, or no object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.node
  }

  /// The value that a JSON pointer leads to, if it leads to one.
  ///
  /// Source: RFC 6901.
  public func at(pointer: String) -> JSONNode? {
    if pointer.isEmpty { return self }
    guard pointer.hasPrefix("/") else { return nil }
    let tokens = pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return tokens.reduce(self) { node, token in node?.child(String(token)) }
  }

  private func child(_ token: String) -> JSONNode? {
    guard case .array(let elements) = value else { return self[token.withoutPointerEscapes] }
    let isIndex =
      token == "0" || !token.hasPrefix("0") && token.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isIndex, let index = Int(token), elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONNode: Equatable {
  /// Whether the values are equal, wherever they stand.
  public static func == (one: JSONNode, other: JSONNode) -> Bool { one.value == other.value }
}

extension String {
  /// `~1` is `/` and `~0` is `~`, in this order.
  fileprivate var withoutPointerEscapes: String {
    guard contains("~") else { return self }
    var text = ""
    var rest = self[...]
    while let tilde = rest.firstIndex(of: "~") {
      text += rest[..<tilde]
      rest = rest[rest.index(after: tilde)...]
      let escaped = rest.popFirst()
      text += escaped == "1" ? "/" : escaped == "0" ? "~" : "~" + (escaped.map(String.init) ?? "")
    }
    return text + rest
  }
}
