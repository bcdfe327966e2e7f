import FormworkCore
import TestSupport
import Testing

@testable import FormworkSession

@Suite struct NotificationTests {
  private struct NameChanged: ViewModelNotification, Equatable { let name: String }

  private struct CountChanged: ViewModelNotification, Equatable { let count: Int }

  private final class Receiver<Received: ViewModelNotification>: NotificationReceiver {
    private let note: (Received) -> Void

    init(_ note: @escaping (Received) -> Void) { self.note = note }

    func receive(_ notification: Received) { note(notification) }
  }

  /// A notification reaches each living receiver that has joined, once and in order.
  @Test(arguments: UInt64(0)..<200)
  func itDeliversWhatANaiveListDelivers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let centre = NotificationCentre(wakeUp: try WakeUp())
    let names: any NotificationSender<NameChanged> = centre.sender()
    let counts: any NotificationSender<CountChanged> = centre.sender()
    var told: [String] = []
    var receivers: [(id: Int, object: AnyObject, isOfNames: Bool)] = []
    var waiting: [(text: String, isOfNames: Bool)] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let receiver = Receiver<NameChanged> { told.append("\(step) has \($0.name)") }
        centre.join(receiver)
        receivers.append((step, receiver, true))
      case 1:
        let receiver = Receiver<CountChanged> { told.append("\(step) has \($0.count)") }
        centre.join(receiver)
        if Bool.random(using: &random) { centre.join(receiver) }
        receivers.append((step, receiver, false))
      case 2:
        if let place = receivers.indices.randomElement(using: &random) {
          receivers.remove(at: place)
        }
      case 3:
        names.send(NameChanged(name: "name \(step)"))
        waiting.append(("name \(step)", true))
      case 4:
        counts.send(CountChanged(count: step))
        waiting.append(("\(step)", false))
      default:
        centre.deliver()
        let expected = waiting.flatMap { sent in
          receivers.filter { $0.isOfNames == sent.isOfNames }.map { "\($0.id) has \(sent.text)" }
        }
        try #require(told == expected)
        (told, waiting) = ([], [])
      }
    }
    try #require(told == [])
  }

  @Test func aSessionDeliversThemBetweenChanges() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      let centre = NotificationCentre(wakeUp: bench.wakeUp)
      let session = Session(bench.screen, wakeUp: bench.wakeUp, notifications: centre)
      session.attach()
      let (names, counts) = (
        centre.sender(of: NameChanged.self), centre.sender(of: CountChanged.self)
      )
      var told: [String] = []
      let first = Receiver<NameChanged> { notification in
        told.append("begins")
        counts.send(CountChanged(count: 1))
        told.append("has \(notification.name)")
      }
      let second = Receiver<CountChanged> { told.append("counts \($0.count)") }
      centre.join(first)
      centre.join(second)
      while session.next() != nil {}
      names.send(NameChanged(name: "ann"))
      #expect(told == [])
      #expect(bench.wakeUp.clear())
      session.receive()
      #expect(told == ["begins", "has ann"])
      // A notification that was sent meanwhile wakes the session.
      #expect(bench.wakeUp.clear())
      session.receive()
      #expect(told == ["begins", "has ann", "counts 1"])
      #expect(!bench.wakeUp.clear())
    }
  }

  /// A view model with a fake in place of the centre.
  @Test func aViewModelIsTestedAlone() {
    struct Editor {
      let changes: any NotificationSender<NameChanged>

      func save(_ name: String) { changes.send(NameChanged(name: name)) }
    }
    let sent = SentNotifications<NameChanged>()
    Editor(changes: sent).save("Ann")
    #expect(sent.take() == [NameChanged(name: "Ann")])
  }
}
