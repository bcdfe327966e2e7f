import FormworkSystem
import Glibc

/// Follows paths as the system does, link by link, and checks each directory on the way.
struct PathWalk {
  let rule: OwnershipRule

  /// The program whose directory, with all its contents, is trusted as much as the program.
  let program: String?
  private let programDirectory: String?
  private let programStatus: stat?

  private static let linkLimit = 40

  /// Creates a walk; the directory of the program is not checked.
  init(by rule: OwnershipRule, beside program: String?) {
    self.rule = rule
    self.program = program
    programDirectory = program.map { FrontEndPlace.split($0).directory }
    programStatus = program.flatMap { stat(at: $0) }
  }

  /// Returns the target of an absolute path.
  ///
  /// - Returns: The canonical path and its status; `nil` if nothing exists there, and only the user and
  ///   root could create it.
  /// - Throws: A refusal if another user could change where the path leads.
  func end(of path: String) throws(FrontEndLoadError) -> (path: String, status: stat)? {
    var pending = Array(path.pathComponents.reversed())
    var reached = "/"
    var status = try self.status(of: reached)
    try rule.check(status, at: reached, beside: program)
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
        guard rule.isTrusted(found.st_uid) || found.st_uid == programStatus?.st_uid else {
          throw .otherOwner(next, found.st_uid)
        }
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
        try rule.check(found, at: next, beside: program)
      }
      (reached, status) = (next, found)
    }
    return (reached, status)
  }

  /// Whether only the user and root can create files in a directory; sticky directories do not count.
  func isClosed(_ path: String, _ status: stat) -> Bool {
    isBeside(path) || rule.writers(of: status, beside: programStatus) == 0
  }

  private func isBeside(_ path: String) -> Bool {
    guard let programDirectory else { return false }
    return path == programDirectory || path.hasPrefix(programDirectory + "/")
  }

  private func isOnTheWay(_ path: String) -> Bool {
    programDirectory?.hasPrefix(path + "/") == true
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
