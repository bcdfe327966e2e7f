import FormworkCore
import FormworkHost
import Glibc
import TestSupport
import Testing

@testable import registration

/// A password that is not typed.
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
      ("secret\n\n", 0o600, "has more than one line: leave the password alone"),
      ("se\ncret", 0o600, "has more than one line: leave the password alone"),
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
    let failure = try #require(throws: Failure.self) { try PasswordSource.file(path).read() }
    #expect(
      Catalogue.registration.text(for: failure.message)
        == "password from \(path): is \(encoding): save it as UTF-8")
  }

  @Test(.enabled("only root may give files away") { getuid() == 0 })
  func aPasswordOfAnotherUserIsRefused() throws {
    let path = try directory.write("secret\n", to: "secret")
    try #require(chown(path, 1, 1) == 0)
    #expect(throws: Failure.self) { try PasswordSource.file(path).read() }
  }

  @Test func aDescriptorIsClosedOnceItIsRead() throws {
    let path = try directory.write("secret\n", to: "secret")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    #expect(try PasswordSource.descriptor(descriptor).read() == Secret("secret"))
    #expect(fcntl(descriptor, F_GETFD) == -1)
  }
}
