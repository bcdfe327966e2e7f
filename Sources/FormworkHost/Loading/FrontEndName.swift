/// The name of a front end: 1 to 64 of `a` to `z`, `0` to `9` and `-`, so that it is never a path.
package struct FrontEndName: Hashable, Sendable {
  private static let filePrefix = "libformwork-front-end-"
  private static let fileSuffix = ".so"
  static let lengthLimit = 64

  package let text: String

  package init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard (1...Self.lengthLimit).contains(bytes.count),
      bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
    else { return nil }
    self.text = String(text)
  }

  package init?(fileName: String) {
    guard fileName.hasPrefix(Self.filePrefix), fileName.hasSuffix(Self.fileSuffix) else {
      return nil
    }
    self.init(fileName.dropFirst(Self.filePrefix.count).dropLast(Self.fileSuffix.count))
  }

  package var fileName: String { Self.filePrefix + text + Self.fileSuffix }
}

extension FrontEndName: Comparable {
  package static func < (left: FrontEndName, right: FrontEndName) -> Bool { left.text < right.text }
}

extension FrontEndName: CustomStringConvertible {
  package var description: String { text }
}
