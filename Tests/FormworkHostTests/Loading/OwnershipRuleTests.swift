import Glibc
import TestSupport
import Testing

@testable import FormworkHost

@Suite struct OwnershipRuleTests {
  /// Directory `a` with directory `b` in it, and a file in that.
  private struct Place {
    let root: TemporaryDirectory
    let outer: String
    let inner: String
    let file: String

    init() throws {
      root = try TemporaryDirectory()
      outer = root.path(of: "a")
      inner = root.path(of: "a/b")
      guard mkdir(outer, 0o755) == 0, mkdir(inner, 0o755) == 0 else {
        throw SupportError.system(call: "mkdir \(inner)", errno: errno)
      }
      file = try root.write([1], to: "a/b/file")
    }

    /// Returns the refusal of the folder and the file, which contains no ELF.
    func refusal(
      by rule: OwnershipRule = OwnershipRule(), beside program: String? = nil
    ) -> FrontEndLoadError? {
      do {
        let place = FrontEndPlace("file", in: inner, beside: program)
        _ = try FrontEndFile(inspecting: place, named: nil, by: rule)
        return nil
      } catch { return error }
    }
  }

  /// A user who is neither root nor runs the tests.
  private static let other: uid_t = getuid() &+ 12345

  @Test func whatOnlyTheUserMayWriteIsTaken() throws {
    let place = try Place()
    #expect(place.refusal() == .notELF)
  }

  @Test(arguments: [0o775, 0o757, 0o777, 0o702] as [mode_t])
  func eachComponentIsLookedAt(_ mode: mode_t) throws {
    let place = try Place()
    for path in [place.outer, place.inner] {
      #expect(chmod(path, mode) == 0)
      #expect(place.refusal() == .writableByOthers(path))
      #expect(chmod(path, 0o755) == 0)
    }
    #expect(chmod(place.file, mode) == 0)
    #expect(place.refusal() == .writableByOthers(place.file))
  }

  /// For example `/tmp`, where a user cannot replace files of another.
  @Test func onlyRootsStickyDirectoriesMayBeWritable() throws {
    let place = try Place()
    #expect(chmod(place.outer, 0o1777) == 0)
    #expect(place.refusal() == (getuid() == 0 ? .notELF : .writableByOthers(place.outer)))
  }

  /// The rule for another user refuses files of the user who runs the tests, unless that is root.
  @Test(.enabled(if: getuid() != 0, "what belongs to root is everybody's"))
  func whatIsAnothersIsNotTaken() throws {
    let place = try Place()
    let rule = OwnershipRule(user: Self.other)
    guard case .otherOwner(let path, getuid()) = place.refusal(by: rule) else {
      Issue.record("\(String(describing: place.refusal(by: rule)))")
      return
    }
    #expect(place.inner.hasPrefix(path))
  }

  @Test(.enabled(if: getuid() == 0, "only root may give a file away"))
  func whatWasGivenAwayIsNotTaken() throws {
    let place = try Place()
    for path in [place.outer, place.inner, place.file] {
      #expect(chown(path, Self.other, getgid()) == 0)
      #expect(place.refusal() == .otherOwner(path, Self.other))
      // For that user it is an own file.
      #expect(place.refusal(by: OwnershipRule(user: Self.other)) == .notELF)
      #expect(chown(path, 0, getgid()) == 0)
    }
    // Only root's sticky directories are an exception.
    #expect(chown(place.outer, Self.other, getgid()) == 0 && chmod(place.outer, 0o1777) == 0)
    let refusal = place.refusal(by: OwnershipRule(user: Self.other))
    #expect(refusal == .writableByOthers(place.outer))
    #expect(chown(place.outer, 0, getgid()) == 0)
    #expect(place.refusal() == .notELF)
  }

  @Test func aDirectoryThatBecameALinkIsNotFollowed() throws {
    let place = try Place()
    #expect(rename(place.outer, place.root.path(of: "c")) == 0)
    #expect(symlink(place.root.path(of: "c"), place.outer) == 0)
    #expect(place.refusal() == .changed)
  }

  /// Users who may write to the program may write to the files beside it, but nobody else may.
  @Test func besideAProgramAFileIsTrustedAsThatIs() throws {
    let place = try Place()
    let program = try place.root.write([], to: "a/b/program")
    #expect(chmod(place.inner, 0o777) == 0)
    #expect(place.refusal(beside: program) == .notELF)
    #expect(chmod(place.file, 0o775) == 0)
    #expect(place.refusal(beside: program) == .writableByOthers(place.file))
    #expect(chmod(program, 0o775) == 0)
    #expect(place.refusal(beside: program) == .notELF)
    #expect(chmod(place.file, 0o777) == 0)
    #expect(place.refusal(beside: program) == .writableByOthers(place.file))
    #expect(place.refusal(beside: "/nowhere") == .writableByOthers(place.file))
  }

  @Test(.enabled(if: getuid() == 0, "only root may give a file away"))
  func besideAProgramTheOwnersAndGroupsHaveToBeTheProgram() throws {
    let place = try Place()
    let program = try place.root.write([], to: "a/b/program")
    #expect(chown(place.file, Self.other, 0) == 0)
    #expect(place.refusal(beside: program) == .otherOwner(place.file, Self.other))
    #expect(chown(program, Self.other, 0) == 0)
    #expect(place.refusal(beside: program) == .notELF)
    #expect(chown(program, Self.other, 54321) == 0)
    #expect(chmod(program, 0o775) == 0)
    #expect(chmod(place.file, 0o775) == 0)
    #expect(place.refusal(beside: program) == .writableByOthers(place.file))
  }
}
