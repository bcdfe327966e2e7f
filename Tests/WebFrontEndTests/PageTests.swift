import CFormwork
import Foundation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import WebFrontEnd

/// The page of a form: its picture, its events, and the input of its user.
struct PageTests {
  private static let edit = FORMWORK_EDIT.rawValue

  @Test func aPageGetsThePictureAndThenChanges() async throws {
    let explain: @Sendable (ScriptMessage, ScriptedHost) -> Void = { post, host in
      guard post.is(FORMWORK_EDIT) else { return }
      host.give(.change(.set(Sample.name, .status, .number(NodeStatus.invalid.rawValue))))
      host.give(.flush(revision: 8))
    }
    try await WebVisit.run(answering: explain) { visit in
      #expect(try visit.enter() == 200)
      let events = try visit.events()
      #expect(
        events.next() == """
          {"type":"picture","revision":7,"n":0,"title":"A visit","attachment":1,"focus":2,"nodes":\
          [[1,"screen","",0,{}],[2,"textField","name",1,\
          {"label":"\\u003cb\\u003eName\\u003c/b\\u003e\\u2028\\"\\\\"}],\
          [3,"secretField","code",1,{}],[4,"button","submit",1,{}]],"changes":[]}
          """)
      #expect(try visit.input("kind=edit&n=1&revision=7&node=2&cursor=2", "Ä") == 204)
      #expect(
        events.next()
          == #"{"type":"changes","revision":8,"n":1,"changes":[["set",2,"status",2]]}"#)
      #expect(visit.lines == ["\(Self.edit) 2 7 Ä"])
    }
  }

  @Test func aPageThatIsOpenedHasThePictureAndGetsTheChangesSinceThen() async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      let picture = visit.picture
      visit.give(.change(.set(Sample.name, .detail, .text("again"))), .flush(revision: 8))
      let events = try visit.events(isFirst: true)
      #expect(
        events.next()
          == #"{"type":"changes","revision":8,"n":0,"changes":[["set",2,"detail","again"]]}"#)
      // A connection that is cut, and a page that is reloaded.
      for isFirst in [true, false] {
        let whole = try #require(try visit.events(isFirst: isFirst).next())
        #expect(whole.contains(#""detail":"again""#) && !picture.contains(#""detail""#))
        #expect(
          whole.replacing(#","detail":"again""#, with: "")
            == picture.replacing(#""revision":7"#, with: #""revision":8"#))
      }
    }
  }

  @Test func aPageThatIsReloadedGetsWhatWasTypedAndNoSecret() async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      let first = try visit.events()
      #expect(first.next()?.contains("picture") == true)
      #expect(try visit.input("kind=edit&n=1&revision=7&node=2&cursor=3", "Ann") == 204)
      #expect(try visit.input("kind=edit&n=2&revision=7&node=3&cursor=0", "sesame") == 204)
      // The same post again, as after a response that was lost.
      #expect(try visit.input("kind=edit&n=2&revision=7&node=3&cursor=0", "sesame") == 204)
      let picture = try #require(try visit.events().next())
      #expect(picture.contains(#""n":2"#))
      #expect(picture.contains(#""value":"Ann","cursor":3"#))
      #expect(picture.contains(#"[3,"secretField","code",1,{"value":6,"cursor":0}]"#))
      #expect(!picture.contains("sesame"))
      // The earlier connection ends: one tab has the form.
      #expect(first.next() == #"{"type":"replaced"}"#)
      #expect(first.next() == nil)
      #expect(visit.lines.count == 2)
    }
  }

  @Test func anotherScreenReplacesThePicture() async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      let events = try visit.events()
      #expect(events.next()?.contains(#""revision":7"#) == true)
      visit.give(
        .attach(title: "Next"),
        .change(.inserted(NodeID(rawValue: 9), kind: .screen, name: "", parent: nil, index: 0)),
        .refused(NodeID(rawValue: 9), .blocked, "not now"), .flush(revision: 8))
      #expect(
        events.next() == """
          {"type":"picture","revision":8,"n":0,"title":"Next","attachment":2,"focus":0,"nodes":\
          [[9,"screen","",0,{}]],"changes":[["refused",9,"blocked","not now"]]}
          """)
    }
  }

  @Test func suggestionsAreWholeTexts() async throws {
    let suggest: @Sendable (ScriptMessage, ScriptedHost) -> Void = { post, host in
      guard post.is(FORMWORK_COMPLETE) else { return }
      for suggestion in [Suggestion(replacing: 2..<3, with: "list"), nil] {
        host.give(.suggestion(Sample.name, suggestion, revision: 7))
      }
      host.give(.flush(revision: 8))
    }
    try await WebVisit.run(answering: suggest) { visit in
      try visit.enter()
      let events = try visit.events()
      _ = events.next()
      #expect(try visit.input("kind=complete&n=1&revision=7&node=2&cursor=3", "a l") == 204)
      #expect(events.next()?.contains(#"["suggest",2,["a list"]]"#) == true)
    }
  }

  /// A page that was reloaded offers them, too.
  @Test func earlierEntriesAreOffered() async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      let events = try visit.events()
      _ = events.next()
      visit.give(.history(Sample.name, "Ann"), .history(Sample.name, "<i>"), .flush(revision: 8))
      let entries = #"["history",2,"Ann"],["history",2,"\u003ci\u003e"]"#
      #expect(
        events.next() == #"{"type":"changes","revision":8,"n":0,"changes":[\#(entries)]}"#)
      #expect(try visit.events().next()?.hasSuffix(#""changes":[\#(entries)]}"#) == true)
    }
  }

  @Test func theEndShowsWhatLasts() async throws {
    try await WebVisit.run { visit in
      try visit.enter()
      let events = try visit.events()
      _ = events.next()
      visit.give(
        .change(.set(Sample.screen, .label, .text("Thank you"))),
        .change(.set(Sample.screen, .lasting, .number(1))), .flush(revision: 8), .detach(.done))
      _ = events.next()
      #expect(events.next() == #"{"type":"end","reason":"done","texts":["Thank you"]}"#)
      #expect(events.next() == nil)
    }
  }

  @Test func aClosedPageCanBeOpenedAgainByANewLink() async throws {
    var limits = ServerLimits()
    limits.absence = .milliseconds(50)
    try await WebVisit.run(limits: limits) { visit in
      try visit.enter()
      let events = try visit.events()
      _ = events.next()
      let (token, pass) = (visit.token, visit.pass)
      events.close()
      try visit.readLink("closed")
      #expect(visit.token != token)
      #expect(try visit.enter() == 200)
      #expect(visit.pass != pass)
      #expect(try visit.events().next()?.contains("picture") == true)
    }
  }

  @Test func aSecretIsNotKept() async throws {
    let marker = ProcessMemory.Marker(seed: 0x3EB)
    try await WebVisit.run(keepsPosts: false) { visit in
      try visit.enter()
      _ = try visit.events().next()
      let count = ProcessMemory.Marker.count * ProcessMemory.Marker.copies
      let lines = visit.headers(["Content-Length: \(count)"]).joined(separator: "\r\n")
      let head = "POST /\(visit.pass)/input?kind=edit&n=1&revision=7&node=3&cursor=0 HTTP/1.1\r\n"
      let client = try HTTPClient(port: visit.port)
      marker.withBytes(behind: head + lines + "\r\n\r\n") { client.write($0) }
      #expect(client.response().status == 204)
      #expect(try ProcessMemory.count(of: marker) == 0)
    }
  }

  /// The script finds each of its sentences, and uses each of them.
  @Test func theScriptHasItsWords() throws {
    let script = try PackageFile("Plugins/WebFrontEnd/Page/script.js").text()
    let used = Set(script.matches(of: /text\(['`]([\w.]+)/).map { String($0.1) })
    let keys = Catalogue.web.entries.keys.filter { $0.hasPrefix("page.") }.map { $0.dropFirst(5) }
    let whole = Set(keys.filter { !$0.contains(/^(status|refusal|end)\./) }.map(String.init))
    #expect(
      used.subtracting(keys.map(String.init)).subtracting(["status.", "refusal.", "end."]) == [])
    #expect(whole.subtracting(used).subtracting(["choose", "none"]) == [])
  }

  /// The page has no inline code, as its policy wants, and does not write markup.
  @Test func thePageIsSmallAndSafe() throws {
    let page = "Plugins/WebFrontEnd/Page"
    let texts = try ["index.html", "script.js", "style.css"].map {
      try PackageFile("\(page)/\($0)").text()
    }
    #expect(texts.reduce(0) { $0 + $1.utf8.count } <= 60 << 10)
    #expect(!texts[0].contains(#/<script>| on[a-z]+=| style=|<style/#))
    #expect(!texts[1].contains(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/))
  }
}
