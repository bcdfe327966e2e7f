import Testing

@testable import FormworkCore

struct WebAddressTests {
  @Test(arguments: [
    "http://www.example.com", "HTTPS://Example.ORG", "https:example.org", "https:/example.org",
    "http:\\\\example.org\\path", "http:////example.org", "http://a b@c/d e?f g#h i",
    "http://user:pass@foo:21/bar;par?b#c", "http://a@b@c/", "http://:b@c", "https://a..b/",
    "https://./", "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "http://f:/c",
    "http://f:00000000000080/", "http://f:65535", "http://foo%41.com", "http://%66oo",
    "http://192.0x00A80001", "http://1.2.3.4.", "http://4294967295",
    "http://256.com", "http://1.2.3.4.x", "http://[::1]:80/", "http://[1:2:3:4:5:6:7::]",
    "http://[::1:2:3:4:5:6:7]", "http://[1:2:3:4:5:6:7:8]", "http://[::ffff:192.168.0.1]",
    "http://[1:2:3:4:5:6:1.2.3.4]", "http://[::]", "https://例え.jp/道", "https://b\u{FC}cher.de",
    "http://ex\u{AD}ample.com", "http://ＧＯ.com", "http://a\u{3002}b", "http://xn--n3h.com",
    "mailto:john@example.com", "tel:+1-816-555-1212", "urn:a:b", "data:text/plain,x y",
    "javascript:alert(1)", "a:", "a+b-.c:x", "foo://", "foo:///x", "foo://a%b/", "foo://%/",
    "foo://user@host:80/", "ldap://[2001:db8::7]/c=GB", "file:", "file:x", "file:///etc/passwd",
    "file://C:/x", "file://C|/x", "file://host/x", "file:\\\\host", " https://example.org ",
    "http://1e2.x", "ws://a", "wss://a", "ftp://a",
  ])
  func isAnAddress(text: String) {
    #expect(
      text.webAddress
        == text.split(separator: " ", omittingEmptySubsequences: false)
        .drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed().joined(separator: " "))
  }

  @Test(arguments: [
    "", " ", "abc", "www.example.com", "/abc", "//foo.bar/", "\\\\share", "1http://a", "ht_tp://a",
    ":a", "é:a", "http:", "http://", "https:///", "http://?a", "http://#a", "http://@/",
    "http://a@",
    "http://a@?b", "foo://a@", "foo://a@/", "foo://:80/", "http://:80", "http:// a", "http://a b/",
    "http://a:b/", "http://a:65536", "http://a:99999999999999999999", "http://a:-1", "http://a: 1",
    "http://a<b", "http://a>b", "http://a^b", "http://a|b", "http://a%b", "http://%zz",
    "http://%00",
    "http://%25", "http://%C3", "http://a%20b", "http://[", "http://[]", "http://[::1",
    "http://::1]",
    "http://a[b]", "http://[:1]", "http://[1:]", "http://[:::]", "http://[1::2::3]", "http://[g::]",
    "http://[12345::]", "http://[1:2:3:4:5:6:7:8:9]", "http://[1:2:3:4:5:6:7::8]", "http://[1:2]",
    "http://[::1.2.3]", "http://[::1.2.3.256]", "http://[::01.2.3.4]", "http://[1.2.3.4::]",
    "http://[::1.2.3.4:1]", "http://[1:2:3:4:5:6:7:1.2.3.4]", "http://[::1%25eth0]",
    "http://1.2.3.4.5", "http://256.1.1.1", "http://1.2.3.256", "http://4294967296", "http://08.1",
    "http://1.2.3.08", "http://0x", "http://0x100000000", "http://1..2", "http://087",
    "http://foo.0x4",
    "http://foo.09",
    "http://\u{AD}", "http://ａ％４１", "http://a\u{A0}b", "http://a\u{202E}b", "http://a\u{E000}",
    "http://\u{FFFD}", "http://xn--", "foo://a b", "foo://a<b", "foo://a:b", "foo://[::1",
    "foo://[x]",
    "file://a:80/", "file://u@h/", "file://[1]/", "file://%/", "file://CD:/",
  ])
  func isNone(text: String) {
    #expect(text.webAddress == nil)
  }

  /// URL parsers ignore line breaks, but a field refuses them by name.
  @Test func lineBreaksAndTabsDoNotCount() {
    #expect("ht\ntp://a\t.b\r\n".webAddress == "ht\ntp://a\t.b")
  }

  @Test func aFieldSaysWhatIsMissing() {
    let field = Field.webAddress("home", label: "Home").required().length(...24).specification
    #expect(field.violations(.text("")) == [.valueMissing])
    #expect(field.violations(.text(" ")) == [.typeMismatch(.webAddress)])
    #expect(field.violations(.text("example.org")) == [.typeMismatch(.webAddress)])
    #expect(field.violations(.text("   https://example.org  ")) == [])
    #expect(
      field.violations(.text("https://example.org/12345"))
        == [.tooLong(limit: 24, count: 25)])
  }
}
