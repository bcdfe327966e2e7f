import TestSupport
import Testing

@testable import WebFrontEnd

/// The secrets of the one browser, against guesses of the same length.
struct AdmissionTests {
  /// Returns texts of the same length that differ.
  private static func guesses(at secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    var generator = SeededGenerator(seed: 38)
    let random = (0..<5_000).map { _ in
      bytes.map { _ in UInt8.random(in: 1...127, using: &generator) }
    }
    let near = bytes.indices.flatMap { place in
      [UInt8](arrayLiteral: 0x01, 0x40, 0x7F).map { mask -> [UInt8] in
        var guess = bytes
        guess[place] ^= mask
        return guess
      }
    }
    return (random + near).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != secret }
  }

  @Test func noGuessOpensThePage() throws {
    var admission = Admission()
    let token = try #require(admission.token)
    let accepted = Self.guesses(at: token).filter { admission.exchange($0) != nil }
    #expect(accepted == [])
    let exchanged = admission.exchange(token)
    let pass = try #require(exchanged)
    let cookie = "formwork=\(pass.cookie)"
    #expect(
      Self.guesses(at: cookie).filter { admission.admits(path: pass.path[...], cookies: [$0[...]]) }
        == [])
    #expect(
      Self.guesses(at: pass.path).filter { admission.admits(path: $0[...], cookies: [cookie[...]]) }
        == [])
    #expect(admission.admits(path: pass.path[...], cookies: ["other=1", cookie[...]]))
    let again = admission.exchange(token)
    #expect(again == nil)
  }
}
