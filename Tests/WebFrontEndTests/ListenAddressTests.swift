import FormworkFrontEnd
import Testing

@testable import WebFrontEnd

/// The addresses that the environment allows.
struct ListenAddressTests {
  private static func fault(_ environment: [String: String]) -> String? {
    do throws(ListenFault) {
      _ = try ListenAddress { environment[$0] }
      return nil
    } catch {
      return Catalogue.web.text(for: error.message)
    }
  }

  @Test(arguments: ["0", "65536", "x", "-1", "80 "]) func aPortIsANumber(_ port: String) {
    #expect(
      Self.fault(["FORMWORK_FRONT_END_PORT": port])
        == "FORMWORK_FRONT_END_PORT: \(port) is not a port from 1 to 65535")
  }

  @Test func anOpenAddressNeedsAWord() {
    #expect(Self.fault(["FORMWORK_FRONT_END_LISTEN": "::1"]) == nil)
    #expect(Self.fault(["FORMWORK_FRONT_END_LISTEN": "localhost"])?.contains("IP address") == true)
    for word in ["", "1", "no", "yes "] {
      #expect(
        Self.fault([
          "FORMWORK_FRONT_END_LISTEN": "0.0.0.0", "FORMWORK_FRONT_END_LISTEN_UNENCRYPTED": word,
        ])?.contains("FORMWORK_FRONT_END_LISTEN_UNENCRYPTED=yes") == true)
    }
    #expect(
      Self.fault([
        "FORMWORK_FRONT_END_LISTEN": "0.0.0.0", "FORMWORK_FRONT_END_LISTEN_UNENCRYPTED": "yes",
      ]) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", ["127.0.0.1:8000", "localhost:8000"], ["127.0.0.2:8000", "127.0.0.1", ""]),
    ("192.0.2.1", ["192.0.2.1:8000"], ["localhost:8000", "evil.example:8000"]),
    ("0.0.0.0", ["192.0.2.9:8000", "[::1]:8000"], ["evil.example:8000", "192.0.2.9:80", ":8000"]),
    ("::1", ["[::1]:8000", "localhost:8000"], ["::1:8000", "[::2]:8000"]),
  ])
  func aHostIsNoName(_ address: String, _ own: [String], _ others: [String]) throws {
    let environment = [
      "FORMWORK_FRONT_END_LISTEN": address, "FORMWORK_FRONT_END_PORT": "8000",
      "FORMWORK_FRONT_END_LISTEN_UNENCRYPTED": "yes",
    ]
    let listen = try ListenAddress { environment[$0] }
    #expect(own.filter(listen.isNamed) == own)
    #expect(others.filter(listen.isNamed) == [])
  }
}
