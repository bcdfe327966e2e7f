import Testing

@testable import FormworkCore

struct EmailTests {
  private static let longestLabel = String(repeating: "a", count: 63)

  @Test(arguments: [
    "a@b", "user4@example.com", "a.b@example.com", ".a@b", "a.@b", "a..b@b", "1@2", "a@123",
    "!#$%&'*+/=?^_`{|}~-@b", "A@B.C", "a@b-c", "a@b--c.d", "test@xn--exmle-hra.com",
    "user@xn--t8j.com", "a@123.123.123.123", "a@\(longestLabel)", "a@\(longestLabel).b",
    String(repeating: "a", count: 300) + "@b",
  ])
  func isAnAddress(text: String) {
    #expect(FieldSpecification(.text, .email).violations(.text(text)) == [])
    #expect(FieldSpecification(.text, .email).schemaViolations(.text(text)) == [])
  }

  @Test(arguments: [
    "a", "example.com", "@", "a@", "@b", "a@b@c", "a@@b", "a b@c", "a@b c", " a@b", "a@b ",
    "a@.b", "a@b.", "a@b..c", "a@-b", "a@b-", "a@b.-c", "a@b-.c", "a@b_c", "a,b@c", "a@b,c@d",
    "a@é", "é@b", "test@exämle.com", "user@お.com", "ａ@b", "a@b\u{301}", "a\"b@c", "a@[::1]",
    "a@[123.123.123.123]", "(a)@b", "a:b@c", "a;b@c", "a<b@c", "a\\b@c",
    "a@\(longestLabel)a", "a@\(longestLabel)a.b", "a@b.\(longestLabel)a",
  ])
  func isNone(text: String) {
    #expect(FieldSpecification(.text, .email).violations(.text(text)) == [.typeMismatch(.email)])
  }

  @Test func nothingIsNoFaultForHTML() {
    #expect(FieldSpecification(.text, .email).violations(.text("")) == [])
    #expect(
      FieldSpecification(.text, .email).schemaViolations(.text("")) == [.typeMismatch(.email)])
  }

  // HTML removes white space first. This library never changes an entry.
  @Test(arguments: ["\n", "\r"] as [Unicode.Scalar])
  func aLineBreakIsRefusedByName(scalar: Unicode.Scalar) {
    #expect(
      FieldSpecification(.text, .email).violations(.text("user2@example.com\(scalar)"))
        == [.badInput(.controlCharacter(scalar))])
  }
}
