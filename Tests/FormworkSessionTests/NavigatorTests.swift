import FormworkCore
import FormworkSession
import TestSupport
import Testing

@Suite struct NavigatorTests {
  /// A screen that records its calls.
  private final class Room: FormworkSession.Screen {
    let name: String
    let log: Synchronized<[String]>
    var tree = ViewTree()
    var navigation: Navigation?

    init(_ name: String, _ log: Synchronized<[String]>) {
      self.name = name
      self.log = log
    }

    private func note(_ line: String) { log.change { $0.append("\(name) \(line)") } }

    func open() {
      let screen = tree.insert(.screen, name: name)
      tree.set(screen, .label, .text(name))
      tree.setFocus(tree.insert(.textField, name: "\(name)Field", under: screen))
      note("opened")
    }

    func returned(with answer: (any ScreenAnswer)?) { note("got \(answer.map { "\($0)" } ?? "-")") }

    func answered(_ button: Alert.Button) {
      note("answered \(button.name)")
      if button.name == "leave" { navigation = .pop(nil) }
    }

    func handle(_ input: UserInput, revision: UInt64) { note("\(input) at \(revision)") }
    func clearPartialSecret(_ node: NodeID) { note("empties \(tree[node]?.name ?? "-")") }
    func inputEnded() -> Bool { true }
    func close() { note("closed") }
  }

  private let log = Synchronized([String]())

  private func takeLog() -> [String] {
    log.change { lines in
      defer { lines = [] }
      return lines
    }
  }

  private static let alert = Alert(
    "Sure?",
    buttons: [
      Alert.Button("stay", label: "Stay"),
      Alert.Button("leave", label: "Leave", role: .destroy),
    ])

  private func frontEnd(of room: Room) throws -> FakeFrontEnd {
    let wakeUp = try WakeUp()
    let frontEnd = FakeFrontEnd(Session(room, wakeUp: wakeUp), wakeUp: wakeUp)
    frontEnd.take()
    return frontEnd
  }

  @Test func screensAreAStack() throws {
    let (hall, room, attic) = (Room("hall", log), Room("room", log), Room("attic", log))
    let frontEnd = try frontEnd(of: hall)
    let session = frontEnd.session
    #expect(frontEnd.seen.first == .attach(title: "hall"))
    hall.navigation = .push(room)
    #expect(frontEnd.take().isEmpty)
    session.receive()
    #expect(frontEnd.take().first == .attach(title: "room"))
    room.navigation = .replace(attic)
    session.receive()
    #expect(frontEnd.take().first == .attach(title: "attic"))
    #expect(takeLog() == ["hall opened", "room opened", "room closed", "attic opened"])
    attic.navigation = .pop(ShellAnswer.lines(["dust"]))
    session.receive()
    #expect(frontEnd.take().first == .attach(title: "hall"))
    #expect(session.screen === hall)
    #expect(takeLog() == ["attic closed", "hall got \(ShellAnswer.lines(["dust"]))"])
    hall.navigation = .pop(nil)
    session.receive()
    #expect(session.endReason == .finished)
    #expect(frontEnd.take() == [.detach(.done)])
    #expect(takeLog() == [])
  }

  @Test func anyScreenCanPresentAnAlert() throws {
    let hall = Room("hall", log)
    let frontEnd = try frontEnd(of: hall)
    let session = frontEnd.session
    hall.navigation = .present(Self.alert)
    session.receive()
    let (screen, field) = (NodeID(rawValue: 1), NodeID(rawValue: 2))
    let (alert, stay, leave) = (NodeID(rawValue: 3), NodeID(rawValue: 4), NodeID(rawValue: 5))
    #expect(
      frontEnd.take() == [
        .change(.inserted(alert, kind: .alert, name: "alert", parent: screen, index: 1)),
        .change(.set(alert, .label, .text("Sure?"))),
        .change(.inserted(stay, kind: .button, name: "stay", parent: alert, index: 0)),
        .change(.set(stay, .label, .text("Stay"))),
        .change(.inserted(leave, kind: .button, name: "leave", parent: alert, index: 1)),
        .change(.set(leave, .label, .text("Leave"))),
        .change(.set(leave, .role, .number(NodeRole.destroy.rawValue))),
        .change(.focused(stay)), .flush(revision: 2),
      ])
    #expect(takeLog() == ["hall opened"])
    // A button pressed before the alert was displayed is no answer, and covered nodes do not count.
    session.post(.activate(leave), revision: 1)
    session.post(.activate(field), revision: 2)
    session.post(.go(.node(field)), revision: 2)
    session.post(.back(), revision: 1)
    session.post(.go(.next), revision: 2)
    #expect(
      frontEnd.take() == [
        .refused(leave, .stale, ""), .refused(field, .notNow, ""), .change(.focused(leave)),
        .flush(revision: 3),
      ])
    #expect(takeLog() == [])
    // The screen handles the request to leave.
    session.post(.back(), revision: 2)
    #expect(takeLog() == ["hall back(insists: false) at 2"])
    session.post(.activate(stay), revision: 3)
    // An Escape from before the answer was displayed is for the alert, too.
    session.post(.back(), revision: 3)
    #expect(
      frontEnd.take() == [
        .change(.removed(alert)), .change(.focused(field)), .flush(revision: 4),
      ])
    #expect(takeLog() == ["hall answered stay"])
    session.post(.back(), revision: 4)
    #expect(takeLog() == ["hall back(insists: false) at 4"])
    session.post(.activate(stay), revision: 4)
    #expect(takeLog().count == 1)
  }

  @Test(arguments: [false, true]) func aNoticeIsClosed(insists: Bool) throws {
    let hall = Room("hall", log)
    let frontEnd = try frontEnd(of: hall)
    let session = frontEnd.session
    hall.navigation = .present(
      Alert("Ann", buttons: [Alert.Button("close", label: "Close", role: .cancel)]))
    session.receive()
    frontEnd.take()
    session.post(.back(insists: insists), revision: 2)
    #expect(takeLog() == ["hall opened", "hall answered close"])
  }

  /// Part of a secret does not count as the whole, whatever else was typed before the front end
  /// failed.
  @Test func secretsThatWereBegun() throws {
    let hall = Room("hall", log)
    let frontEnd = try frontEnd(of: hall)
    let session = frontEnd.session
    let screen = try #require(hall.tree.root)
    let secrets = ["one", "two", "three"].map {
      hall.tree.insert(.secretField, name: $0, under: screen)
    }
    frontEnd.take()
    let text = Array("abc".utf8)
    text.withUnsafeBytes { text in
      for node in secrets { session.post(.edit(node, text, cursor: 3), revision: 1) }
      session.post(.commit(secrets[1], text), revision: 1)
      session.post(.edit(NodeID(rawValue: 2), text, cursor: 3), revision: 1)
    }
    _ = takeLog()
    session.dropUnfinishedSecret()
    #expect(takeLog().sorted() == ["hall empties one", "hall empties three"])
    session.dropUnfinishedSecret()
    #expect(takeLog() == [])
  }

  @Test func anAlertGoesWithItsScreenOrForAnother() throws {
    let (hall, room) = (Room("hall", log), Room("room", log))
    let frontEnd = try frontEnd(of: hall)
    let session = frontEnd.session
    hall.navigation = .push(room)
    session.receive()
    func alertCount() -> Int {
      (room.tree.root.flatMap { room.tree[$0]?.children } ?? [])
        .count { room.tree.kind(of: $0) == .alert }
    }
    room.navigation = .present(Alert("And now?", buttons: [Alert.Button("ok", label: "OK")]))
    session.receive()
    room.navigation = .present(Self.alert)
    session.receive()
    #expect(alertCount() == 1)
    frontEnd.take()
    let leave = room.tree.focus.map { NodeID(rawValue: $0.rawValue + 1) } ?? NodeID(rawValue: 0)
    _ = takeLog()
    frontEnd.post(.activate(leave))
    #expect(takeLog() == ["room answered leave", "room closed", "hall got -"])
    #expect(session.screen === hall)
  }
}
