import Accounts
import Testing

@Suite struct FailureKeyTests {
  /// The first bytes of SipHash-2-4, from its authors' test vectors.
  @Test(arguments: ["": 0x310E, "\u{0}": 0xFD67, "\u{0}\u{1}": 0x5A4F])
  func bucketsAreThoseOfSipHash(_ name: String, _ bucket: Int) throws {
    #expect(FailureKey.known.bucket(of: UsernameKey(name)) == bucket)
  }

  @Test func keysHaveOneLengthAndAreDrawn() {
    for count in [0, 15, 17] { #expect(FailureKey([UInt8](repeating: 1, count: count)) == nil) }
    let keys = (0..<8).map { _ in FailureKey.random().bytes }
    #expect(Set(keys).count == keys.count && keys.allSatisfy { FailureKey($0) != nil })
  }

  @Test func spellingsOfANameAreOne() {
    let key = FailureKey.known
    #expect(key.bucket(of: UsernameKey("ADA")) == key.bucket(of: UsernameKey("ada")))
    #expect(key.bucket(of: UsernameKey("ada")) != key.bucket(of: UsernameKey("eve")))
  }
}
