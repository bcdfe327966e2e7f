import Formwork
import FormworkCore
import FormworkHost
import Glibc
import TestSupport
import Testing

@testable import registration

@Suite struct PasswordSourceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    arguments: [
      ("secret\n", 0o600, nil), ("secret\r\n", 0o400, nil), ("secret", 0o600, nil),
      ("\u{FEFF}secret\r\n", 0o600, nil),
      ("\u{FEFF}\n", 0o600, "is empty: write the password on its one line"),
      ("secret\n", 0o640, "others may read it: chmod 600 it"),
      ("", 0o600, "is empty: write the password on its one line"),
      ("\n", 0o600, "is empty: write the password on its one line"),
      ("secret\n\n", 0o600, "has more than one line: keep only the line with the password"),
      ("se\ncret", 0o600, "has more than one line: keep only the line with the password"),
      ("se\u{0}cret", 0o600, "is no text in UTF-8: write the password on one line"),
      (
        String(repeating: "x", count: 4099), 0o600,
        "has more than 4098 bytes: no password is that long"
      ),
    ] as [(String, mode_t, String?)])
  func aPasswordIsOneLineOfAPrivateFile(
    _ content: String, _ mode: mode_t, _ complaint: String?
  ) throws {
    let path = try directory.write(content, to: "secret")
    try #require(chmod(path, mode) == 0)
    do {
      let secret = try PasswordSource.file(path).read()
      #expect(secret == Secret("secret") && complaint == nil)
    } catch {
      #expect(error.status == 2)
      #expect(
        Catalogue.registration.text(for: error.message)
          == "password from \(path): \(complaint ?? "none")")
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x61, 0, 0x0A], "UTF-16"),
      ([0xFF, 0xFE], "UTF-16"), ([0xFF, 0xFE, 0, 0x61], "UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
    ] as [([UInt8], String)])
  func anotherEncodingIsNamed(_ content: [UInt8], _ encoding: String) throws {
    let path = try directory.write(content, to: "secret")
    try #require(chmod(path, 0o600) == 0)
    let failure = try #require(throws: ProgramFailure.self) { try PasswordSource.file(path).read() }
    #expect(
      Catalogue.registration.text(for: failure.message)
        == "password from \(path): is \(encoding): save it as UTF-8")
  }

  // MARK: Pipes

  private func makePipe() throws -> String {
    let path = directory.path(of: "pipe")
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  /// The password manager may start together with the program, which waits for it.
  @Test(arguments: ["secret\n", "secret"]) func aPipeIsReadOnceAProgramWrites(_ line: String)
    async throws
  {
    let path = try makePipe()
    try await onThreadOfItsOwn {
      let writer = try Child(["sh", "-c", "printf '%s' \"$1\" >\"$2\"", "sh", line, path])
      #expect(try PasswordSource.file(path).read() == Secret("secret"))
      #expect(try writer.wait().status == .exited(0))
    }
  }

  @Test func aPipeThatNoProgramWritesToIsRefused() throws {
    let path = try makePipe()
    let failure = try #require(throws: ProgramFailure.self) {
      _ = try InputFile(path, refusal: "secretFile.refused", timeout: .milliseconds(1))
    }
    #expect(failure.status == 2)
    #expect(
      Catalogue.registration.text(for: failure.message)
        == "password from \(path): is a pipe that no program writes to: start one, or name a file")
  }

  /// A manager that asks the user first keeps the pipe open, as `<(...)` of a shell does.
  @Test func aPipeThatIsSilentIsWaitedFor() async throws {
    let path = try makePipe()
    try await onThreadOfItsOwn {
      let writer = open(path, O_RDWR | O_CLOEXEC)
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      for (path, writer) in [(path, writer), ("/dev/fd/\(ends[0])", ends[1])] {
        let input = try InputFile(path, refusal: "secretFile.refused", timeout: .zero)
        #expect(write(writer, "secret", 6) == 6)
        close(writer)
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(input.descriptor, &bytes, 10) == 6)
        #expect(bytes.prefix(6) == Array("secret".utf8)[...])
      }
      close(ends[0])
    }
  }

  /// The writer may have ended, with or without a password.
  @Test(arguments: [("secret", Secret("secret")), ("", nil)] as [(String, Secret?)])
  func aPipeThatWasLeftIsRead(_ text: String, _ secret: Secret?) throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
    close(ends[1])
    #expect((try? PasswordSource.file("/dev/fd/\(ends[0])").read()) == secret)
    close(ends[0])
  }

  @Test(.enabled("only root may give files away") { getuid() == 0 })
  func aPasswordOfAnotherUserIsRefused() throws {
    let path = try directory.write("secret\n", to: "secret")
    try #require(chown(path, 1, 1) == 0)
    #expect(throws: ProgramFailure.self) { try PasswordSource.file(path).read() }
  }

  @Test func aDescriptorIsClosedOnceItIsRead() throws {
    let path = try directory.write("secret\n", to: "secret")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    #expect(try PasswordSource.descriptor(descriptor).read() == Secret("secret"))
    #expect(fcntl(descriptor, F_GETFD) == -1)
  }
}
