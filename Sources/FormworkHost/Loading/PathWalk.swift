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

/// The rule that only files of the current user and of root are loaded.
struct OwnershipRule {
  /// The user who is trusted besides root.
  var user = getuid()

  /// The program that is beside a front end, if any, and the directory of both.
  ///
  /// What is there is trusted as much as the program: a user who may write to the program needs no front
  /// end to run code.
  var program: stat?
  var programDirectory: String?

  /// Returns the rule for a front end beside a program.
  func beside(_ program: String?) -> OwnershipRule {
    OwnershipRule(
      user: user, program: program.flatMap { stat(at: $0) },
      programDirectory: program.map { FrontEndPlace.split($0).directory })
  }

  /// Opens a directory, and checks each component of its canonical path.
  ///
  /// Each component is opened relative to the previous one. If all are in order, only the user and root can
  /// replace a checked component. In a sticky directory of root, only the owner of an entry can do so, and
  /// the next check covers this owner.
  func open(directory: String) throws(FrontEndLoadError) -> InspectedFolder {
    var folder = try InspectedFolder("/")
    try check(folder.status, at: "/")
    var path = ""
    for component in directory.pathComponents {
      path += "/" + component
      folder = try InspectedFolder(component, in: folder)
      try check(folder.status, at: path)
    }
    return folder
  }

  /// Checks that no other user owns a file or directory, or may write to it.
  func check(_ status: stat, at path: String) throws(FrontEndLoadError) {
    guard isTrusted(status.st_uid) else { throw .otherOwner(path, status.st_uid) }
    guard status.isDirectory && status.isStickyOfRoot || writers(of: status) == 0 else {
      throw .writableByOthers(path)
    }
  }

  /// Returns the groups of users that may write, except those that may write to the program too.
  func writers(of status: stat) -> mode_t {
    guard let program else { return status.othersWriting }
    var writers = status.othersWriting & ~(program.st_mode & S_IWOTH)
    if status.st_gid == program.st_gid { writers &= ~(program.st_mode & S_IWGRP) }
    return writers
  }

  func isTrusted(_ owner: uid_t) -> Bool {
    owner == 0 || owner == user || owner == program?.st_uid
  }
}
