import FormworkSystem
import Glibc

/// Follows paths as the system does, link by link, and checks each directory on the way.
struct PathWalk {
  let rule: OwnershipRule

  private static let linkLimit = 40

  /// Returns the target of an absolute path.
  ///
  /// - Returns: The canonical path and its status; `nil` if nothing exists there, and only the user and
  ///   root could create it.
  /// - Throws: A refusal if another user could change where the path leads.
  func end(of path: String) throws(FrontEndLoadError) -> (path: String, status: stat)? {
    var pending = Array(path.pathComponents.reversed())
    var reached = "/"
    var status = try self.status(of: reached)
    try rule.check(status, at: reached)
    var linkCount = 0
    while let component = pending.popLast() {
      guard status.isDirectory else { return nil }
      if component == "." { continue }
      if component == ".." {
        reached = FrontEndPlace.split(reached).directory
        status = try self.status(of: reached)
        continue
      }
      let next = FrontEndPlace(component, in: reached).path
      guard let found = stat(ofEntryAt: next) else {
        guard isClosed(reached, status) else { throw .openFolder(reached) }
        return nil
      }
      if found.isLink {
        guard rule.isTrusted(found.st_uid) else { throw .otherOwner(next, found.st_uid) }
        linkCount += 1
        guard linkCount <= Self.linkLimit else { throw .cannotOpen(ELOOP) }
        let target = try self.target(of: next)
        if target.isAbsolutePath {
          reached = "/"
          status = try self.status(of: reached)
        }
        pending += target.pathComponents.reversed()
        continue
      }
      if found.isDirectory, !isBeside(next), !isOnTheWay(next) {
        try rule.check(found, at: next)
      }
      (reached, status) = (next, found)
    }
    return (reached, status)
  }

  /// Whether only the user and root can create files in a directory; sticky directories do not count.
  func isClosed(_ path: String, _ status: stat) -> Bool {
    isBeside(path) || rule.writers(of: status) == 0
  }

  private func isBeside(_ path: String) -> Bool {
    guard let programDirectory = rule.programDirectory else { return false }
    return path == programDirectory || path.hasPrefix(programDirectory + "/")
  }

  private func isOnTheWay(_ path: String) -> Bool {
    rule.programDirectory?.hasPrefix(path + "/") == true
  }

  private func status(of path: String) throws(FrontEndLoadError) -> stat {
    guard let status = stat(ofEntryAt: path) else { throw .cannotOpen(errno) }
    return status
  }

  private func target(of link: String) throws(FrontEndLoadError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link.systemCString, &bytes, bytes.count)
    guard count >= 0 else { throw .cannotOpen(errno) }
    return String(systemBytes: bytes[..<count].map(UInt8.init(bitPattern:)))
  }
}
