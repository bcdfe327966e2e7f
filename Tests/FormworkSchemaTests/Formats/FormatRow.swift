import FormworkSchema
import Testing

/// Valid and invalid texts of a format.
struct FormatRow: Sendable, CustomTestStringConvertible {
  let format: Format
  let valid: [String]
  let invalid: [String]

  var testDescription: String { format.rawValue }

  init(_ format: Format, valid: [String], invalid: [String]) {
    self.format = format
    self.valid = valid
    self.invalid = invalid
  }
}

extension Format {
  /// Returns whether the format accepts a text.
  func accepts(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { accepts($0) }
  }
}

extension FormatRow {
  static let times = [
    FormatRow(
      .date,
      valid: ["2026-11-22", "0000-02-29", "2000-02-29", "9999-12-31", "1900-02-28"],
      invalid: [
        "", "2026-11-31", "1900-02-29", "2026-00-10", "2026-13-01", "2026-1-01", "12026-01-01",
        "2026-01-01T", "2026/01/01", "２026-01-01", "-026-01-01",
      ]),
    FormatRow(
      .time,
      valid: [
        "00:00:00Z", "23:59:59z", "12:30:00.000000000000000000001+23:59", "23:59:60.5Z",
        "00:59:60+01:00", "18:59:60-05:00",
      ],
      invalid: [
        "", "12:30:00", "12:30Z", "24:00:00Z", "12:60:00Z", "12:30:61Z", "12:30:00.Z",
        "12:30:00+24:00", "12:30:00+0100", "12:30:60Z", "23:59:60+01:00", "12:30:00ZZ",
        "12:30:00−01:00",
      ]),
    FormatRow(
      .dateTime,
      valid: ["2026-11-22T14:30:15Z", "2026-11-22t14:30:15.25-00:00", "2017-01-01T00:59:60+01:00"],
      invalid: [
        "", "2026-11-22", "14:30:15Z", "2026-11-22 14:30:15Z", "2026-02-29T14:30:15Z",
        "2026-11-22T14:30:15", "2026-11-22T14:30:60Z", "2026-11-22TT14:30:15Z",
      ]),
    FormatRow(
      .duration,
      valid: [
        "P0D", "P1Y", "P1Y2M3D", "P1M2DT3H", "PT1H2M3S", "PT2M3S", "P1DT1S", "P007W", "pt5s",
        "P1YT1H",
      ],
      invalid: [
        "", "P", "PT", "1D", "P1Y3D", "PT1H3S", "P1DT", "P1W2D", "P1D2W", "P1Y1Y", "P1.5D", "P-1D",
        "+P1D", "P1H", "PT1Y", "P1D ", "P٣D",
      ]),
  ]

  static let addresses = [
    FormatRow(
      .ipv4,
      valid: ["0.0.0.0", "255.255.255.255", "10.200.30.4"],
      invalid: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "00.0.0.0", "1.2.3.4 ", "1..3.4",
        "1.2.3.", "0x1.2.3.4", "1.2.3.4\0",
      ]),
    FormatRow(
      .ipv6,
      valid: [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::8",
        "ABCD:ef01::", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5::1.2.3.4",
      ],
      invalid: [
        "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2::3",
        ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "12345::", "g::", "::1%eth0", "[::1]", "1.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6::1.2.3.4", "::1.2.3.4:5", "::1.2.3", "::1.2.3.04",
        "::.1.2.3",
      ]),
    FormatRow(
      .hostname,
      valid: [
        "a", "EXAMPLE.com", "1.2.3.4", "a-b.c--d", label63, name253, "xn--mnchen-3ya.de",
        "XN--MNCHEN-3YA.de", "xn--4dbcagdahymbxekheh6e0a7fei0b",
      ],
      invalid: [
        "", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "münchen.de", "a。b", "a\0",
        label63 + "a", name253 + "a", "xn--", "xn--a", "xn--mnchen-", "xn--mnchen-3y\u{E4}",
        "0a.xn--4dbrk0ce",
      ]),
    FormatRow(
      .idnHostname,
      valid: [
        "example.com", "münchen.de", "xn--mnchen-3ya.de", "例え。テスト", "例え．テスト", "例え｡テスト",
        "ישראל.a", "ישראל0", "faß.de", "नी", "۽", "१.ה", name253,
      ],
      invalid: [
        "", "。", "例え。", "a..ü", "-ü", "ü-", "München.de", "ab--ü", "mu\u{308}nchen.de", "ü\0",
        "ü_a",
        "☃", "ü b", "0a.ישראל", "אa", "א-\u{5B0}", "ヷ・.ה", "\u{5D0}0\u{660}", "\u{308}a",
        "xn--mnchen-",
        String(repeating: "ü", count: 63), name253 + "ü", String(repeating: "ü.", count: 600) + "ü",
      ]),
    FormatRow(
      .email,
      valid: [
        "a@b", "first.last+tag@example.com", "!#$%&'*+-/=?^_`{|}~@example.com", #""a b@c"@d"#,
        #""a\"b\\c"@d"#, #"""@d"#, "a@[1.2.3.4]", "a@[IPv6:::1]", "a@[ipv6:1:2:3:4:5:6::]",
        local64 + "@b",
      ],
      invalid: [
        "", "@", "a", "a@", "@b", ".a@b", "a.@b", "a..b@c", "a b@c", "a@b@c", "a@b.", "a@-b",
        "a@b_c",
        #""a@b"#, #""a"b"@c"#, #""a\"@c"#, #""@c"#, "\"\u{7}\"@c", "a@[1.2.3]", "a@[::1]",
        "a@[IPv6:1.2.3.4]", "a@[IPv6:1:2:3:4:5:6:7::]", "a@[IPv6:::1", "a@1.2.3.4]", "ä@b", "a@ü",
        local64 + "a@b", "a@" + name253,
      ]),
    FormatRow(
      .idnEmail,
      valid: ["a@b", "ä.ö@münchen.de", #""ä ö"@münchen.de"#, "a@mu\u{308}nchen.de", "例@例え。テスト"],
      invalid: ["", "ä", "ä@", "ä..ö@b", "ä＠b", "ä@☃", "\"ä@b", "ä ö@b"]),
  ]

  static let identifiers = [
    FormatRow(
      .uri,
      valid: [
        "a:", "a:b", "a:/", "a://", "a:///b", "urn:isbn:1", "h+t-t.p2://u:p@h:80/a/b;c=d?q?/#f?/",
        "http://[::1]:80", "http://[v1F.a:b]", "http://[V1.~]", "http://h:",
        "http://%41@%42/%43?%44#%45",
        "a:b:c@d", "a://1:", "a:?", "a:#", "a:.//b",
      ],
      invalid: [
        "", "a", ":b", "1a:b", "a_b:c", "ä:b", "//h", "/a", "a:b c", "a:ä", "a:b#c#d", "a:%",
        "a:%4",
        "a:%4g", "a://h:8a", "a://h:1:2", "a://u@v@h", "a://[::1", "a://::1]", "a://[::1]a",
        "a://[1.2.3.4]", "a://[v.a]", "a://[v1.]", "a://[v1]", "a://[]", "a:[", "a:b?[", "a://h\\b",
        "a:\"", "a:<", "a:^", "a:`", "a:{", "a:|", "a:\u{7F}", "a:\0",
      ]),
    FormatRow(
      .uriReference,
      valid: [
        "", "a:b", "//", "//h", "/", "/a:b", "a/b:c", "./a:b", "?a:b", "#a:b", "..", "@", "///a",
        "a//b", "*",
      ],
      invalid: [":", ":a", "1:b", "%41:b", "a b", "ä", "//h:p", "/%", "[", "a\\b", "##", "a?b#c#"]),
    FormatRow(
      .iri,
      valid: ["a:ä", "http://münchen.de/ü?\u{E000}#ß", "http://ä@ö:1/𐌀", "a:?\u{10FFFD}"],
      invalid: [
        "ä", "ä:b", "/ä", "a:\u{E000}", "a:#\u{E000}", "a:\u{80}", "a:\u{FFFD}",
        "a:\u{1FFFF}", "a:\u{E0001}", "a:?\u{FFFFF}", "a:ä ö", "http://ä:ö", "http://[::ä]",
        "http://[v1.ä]",
      ]),
    FormatRow(
      .iriReference,
      valid: ["", "ä", "//ä", "?\u{E000}", "./ä:b", "#ä"],
      invalid: ["ä:b", "\u{E000}", "\u{80}", "ä b", "%ä"]),
    FormatRow(
      .uriTemplate,
      valid: [
        "", "a", "{a}", "{+a,b*,c:1}", "{#a}", "{.a}{/a}{;a}{?a}{&a}", "{a_1.b.%41:9999}", "ä{a}",
        "'", "%41", "{=a}", "{,a}", "{!a}{@a}{|a}", "\u{E000}", "]",
      ],
      invalid: [
        "{", "}", "{a", "a}", "{}", "{+}", "{a,}", "{,}", "{a b}", "{a.}", "{.a.}", "{a..b}",
        "{a:0}",
        "{a:}", "{a:01}", "{a:12345}", "{a**}", "{a*:1}", "{a:1*}", "{$a}", "{ä}", "{%4}", "{%4g}",
        "{{a}}", "%", "%4", " ", "\"", "<", ">", "\\", "^", "`", "|", "\u{7F}", "\u{80}", "{-a}",
      ]),
  ]

  static let others = [
    FormatRow(
      .uuid,
      valid: ["00000000-0000-0000-0000-000000000000", "F81d4faE-7dec-11d0-a765-00a0c91e6bf6"],
      invalid: [
        "", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
        "f81d4fae-7dec-11d0-a765-00a0c91e6bf66", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
        "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765000a0c91e6bf6",
      ]),
    FormatRow(
      .jsonPointer,
      valid: ["", "/", "/a", "//", "/~0~1", "/ä/0", "/\0"],
      invalid: ["a", "#", "#/a", "~0", "/~", "/~2", "/~~0", "/a~"]),
    FormatRow(
      .relativeJSONPointer,
      valid: ["0", "1", "10", "0#", "1/a", "2/~0", "0+1", "0-1/a", "1-12#", "0/"],
      invalid: [
        "", "#", "/a", "-1", "+1", "01", "0a", "0##", "0#/a", "0+", "0+01", "0-/a", "0/~", "١",
      ]),
  ]

  /// The longest label, and the longest name.
  private static let label63 = String(repeating: "a", count: 63)
  private static let name253 = String(repeating: label63 + ".", count: 3) + label63.dropLast(2)

  /// The longest text before the `@` of an e-mail address.
  private static let local64 = String(repeating: "a", count: 64)
}
