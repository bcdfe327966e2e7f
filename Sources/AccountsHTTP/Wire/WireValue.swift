package import FormworkCore
package import FormworkJSON

/// A value of the service, as a JSON object.
package protocol WireValue {
  init(_ object: WireObject) throws(WireError)

  var wire: JSONValue { get }
}

/// The reason why JSON is no value of the service.
package struct WireError: UserMessageError, Equatable {
  /// The member with the fault, such as `account.email`; empty for the document.
  package let path: String

  package var message: Message { .key("wire.malformed", ["member": .verbatim(path)]) }
}

/// A JSON object that is read member by member; unknown members are ignored.
package struct WireObject {
  private let node: JSONNode
  private let path: String

  /// - Throws: ``WireError`` if this is no object.
  package init(_ node: JSONNode) throws(WireError) { try self.init(node, at: "") }

  private init(_ node: JSONNode, at path: String) throws(WireError) {
    guard case .object = node.value else { throw WireError(path: path) }
    (self.node, self.path) = (node, path)
  }

  /// Returns the value of a member; `nil` if it is missing or null.
  private func member(_ name: String) -> JSONNode? {
    guard let member = node[name] else { return nil }
    if case .null = member.value { return nil }
    return member
  }

  private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func require<Value>(_ value: Value?, _ name: String) throws(WireError) -> Value {
    guard let value else { throw WireError(path: path(of: name)) }
    return value
  }

  /// Returns the value of a member that `read` understands; `nil` if the member is missing.
  private func optional<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(WireError) -> Value? {
    guard let member = member(name) else { return nil }
    return try require(read(member.value), name)
  }

  package func optionalText(_ name: String) throws(WireError) -> String? {
    try optional(name) { if case .string(let text) = $0 { text } else { nil } }
  }

  package func text(_ name: String) throws(WireError) -> String {
    try require(optionalText(name), name)
  }

  package func optionalNumber(_ name: String) throws(WireError) -> Int? {
    try optional(name) { if case .number(let number) = $0 { number.wholeNumber } else { nil } }
  }

  package func number(_ name: String) throws(WireError) -> Int {
    try require(optionalNumber(name), name)
  }

  package func optionalFlag(_ name: String) throws(WireError) -> Bool? {
    try optional(name) { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  package func flag(_ name: String) throws(WireError) -> Bool {
    try require(optionalFlag(name), name)
  }

  /// Returns the case of an enumeration whose raw value is the member's text.
  package func optionalCase<Value: RawRepresentable<String>>(
    _ name: String
  ) throws(WireError) -> Value? {
    guard let text = try optionalText(name) else { return nil }
    return try require(Value(rawValue: text), name)
  }

  package func optionalValue<Value: WireValue>(_ name: String) throws(WireError) -> Value? {
    guard let member = member(name) else { return nil }
    return try Value(WireObject(member, at: path(of: name)))
  }

  package func value<Value: WireValue>(_ name: String) throws(WireError) -> Value {
    try require(optionalValue(name), name)
  }

  private func elements(_ name: String) throws(WireError) -> [JSONNode] {
    try require(
      optional(name) { if case .array(let elements) = $0 { elements } else { nil } }, name)
  }

  package func optionalNode(_ name: String) -> JSONNode? { member(name) }

  package func optionalValues<Value: WireValue>(_ name: String) throws(WireError) -> [Value]? {
    member(name) == nil ? nil : try values(name)
  }

  package func values<Value: WireValue>(_ name: String) throws(WireError) -> [Value] {
    try elements(name).enumerated().map { place, node throws(WireError) in
      try Value(WireObject(node, at: "\(path(of: name))[\(place)]"))
    }
  }

  package func texts(_ name: String) throws(WireError) -> [String] {
    try elements(name).map { node throws(WireError) in
      guard case .string(let text) = node.value else { throw WireError(path: path(of: name)) }
      return text
    }
  }
}

extension JSONValue {
  /// Creates an object with those members that have a value.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    var present: [JSONMember] = []
    present.reserveCapacity(members.count)
    for (name, value) in members {
      if let value { present.append(JSONMember(name, JSONNode(value))) }
    }
    return .object(present)
  }

  package static func values(_ values: some Sequence<some WireValue>) -> JSONValue {
    .array(values.map { JSONNode($0.wire) })
  }

  package static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { JSONNode(.string($0)) })
  }

  package static func number(_ number: some BinaryInteger) -> JSONValue {
    .number(ExactDecimal(Int(number)))
  }
}
