/// A URI, or a reference that is resolved against one.
///
/// Source: RFC 3986, sections 5.2, "Relative Resolution", and appendix B.
struct URIReference {
  private var scheme: Substring?
  private var authority: Substring?
  private var path: String
  private var query: Substring?

  /// The part after `#`, as it is written.
  private(set) var fragment: Substring?

  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = rest[rest.index(after: hash)...]
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/"), colon > rest.startIndex
    {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      let place = rest.dropFirst(2)
      let slash = place.firstIndex(of: "/") ?? place.endIndex
      authority = place[..<slash]
      rest = place[slash...]
    }
    path = String(rest)
  }

  /// Returns the absolute reference from a base.
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          target.query = query ?? base.query
        } else if !path.hasPrefix("/") {
          let folder = base.path.lastIndex(of: "/").map { base.path[...$0] }
          target.path = (folder ?? (base.authority == nil ? "" : "/")) + path
        }
      }
    }
    target.path = target.path.withoutDotSegments
    return target
  }

  /// The reference without its fragment.
  var withoutFragment: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return text
  }
}

extension String {
  /// The path without `.` and `..`.
  ///
  /// Source: RFC 3986, section 5.2.4.
  var withoutDotSegments: String {
    guard hasPrefix("/") else { return self }
    var kept: [Substring] = []
    let parts = dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == ".." { _ = kept.popLast() } else if part != "." { kept.append(part) }
      if isLast && (part == ".." || part == ".") { kept.append("") }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// The text with each `%XX` replaced by its byte; `nil` if that is not UTF-8.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
