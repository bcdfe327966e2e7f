import FormworkVocabulary

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
    return members.first { $0.name.hasSameCodePoints(as: name) }?.node
  }

  /// The value that a JSON pointer leads to, if it leads to one.
  ///
  /// Source: RFC 6901.
  public func at(pointer: String) -> JSONNode? {
    let parts = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty ?? true else { return nil }
    return parts.dropFirst().reduce(self) { node, part in
      String(pointerToken: part).flatMap { node?.child($0) }
    }
  }

  private func child(_ token: String) -> JSONNode? {
    guard case .array(let elements) = value else { return self[token] }
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
  /// Takes the escapes out of a part of a pointer: `~1` is `/` and `~0` is `~`; `nil` for others.
  fileprivate init?(pointerToken: Substring.UnicodeScalarView) {
    var text = UnicodeScalarView()
    var isEscaped = false
    for scalar in pointerToken {
      switch (isEscaped, scalar) {
      case (true, "0"): text.append("~")
      case (true, "1"): text.append("/")
      case (true, _): return nil
      case (false, "~"): break
      case (false, _): text.append(scalar)
      }
      isEscaped = !isEscaped && scalar == "~"
    }
    guard !isEscaped else { return nil }
    self.init(text)
  }
}
