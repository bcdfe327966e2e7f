import FormworkMessages
import Testing

@Suite struct LanguageTests {
  static let environments: [([String: String], String)] = [
    ([:], "en"),
    (["LANG": "en_XA.UTF-8"], "en-XA"),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_XA"], "en-XA"),
    (["LANG": "en_XA", "LC_MESSAGES": "en_XA", "LC_ALL": "de_DE"], "en"),
    (["LANG": "en_XA", "LC_ALL": ""], "en-XA"),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "en_XA"], "en-XA"),
    (["LANG": "C.UTF-8", "LANGUAGE": "de:en_XA:en"], "en-XA"),
    (["LANG": "en_XA", "LANGUAGE": ""], "en-XA"),
    (["LANG": "en_XA", "LANGUAGE": "en_GB:en_XA"], "en"),
    (["LANG": "en_XA@euro", "LANGUAGE": "de:fr"], "en-XA"),
    // In the locale of programs, messages are those that programs expect.
    (["LANG": "C", "LANGUAGE": "en_XA"], "en"),
    (["LC_ALL": "POSIX", "LANGUAGE": "en_XA"], "en"),
    (["LANGUAGE": "en_XA"], "en"),
  ]

  @Test(arguments: environments)
  func theEnvironmentTellsTheLanguage(_ environment: [String: String], _ tag: String) {
    #expect(Language.preferred { environment[$0] }.tag == tag)
  }

  @Test func aLanguageStandsForItsRegions() {
    let german = Language("de") { $0 == 1 ? .one : .other }
    let found = Language.preferred(among: [german]) { ["LANG": "de_AT.UTF-8"][$0] }
    #expect(found.tag == "de")
    #expect(Language.preferred(among: [german]) { ["LANG": "fr"][$0] }.tag == "en")
  }
}
