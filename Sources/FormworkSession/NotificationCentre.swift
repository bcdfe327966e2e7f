public import FormworkCore
import FormworkOperations

/// Joins those who send notifications with those who receive them: neither knows the other, or this centre.
///
/// A program makes one for a session. It hands each view model what that may send by ``sender(of:)``, and has
/// those join that want to know: view models, or screens. What was sent is delivered by the session on its
/// own thread when it takes in news the next time, and so never in the middle of a change; also to screens
/// that are not on view.
///
/// Confined to the thread of the session; its senders are not.
public final class NotificationCentre {
  private struct Entry {
    weak var receiver: AnyObject?
    let receive: (any ViewModelNotification) -> Void
  }

  private struct Sender<Sent: ViewModelNotification>: NotificationSender {
    let sent: Synchronized<[any ViewModelNotification]>
    let wakeUp: WakeUp

    func send(_ notification: Sent) {
      sent.withState { $0.append(notification) }
      wakeUp.raise()
    }
  }

  private let sent = Synchronized<[any ViewModelNotification]>([])
  private let wakeUp: WakeUp

  /// By what they receive, in the order in which they have joined.
  private var entries: [ObjectIdentifier: [Entry]] = [:]

  /// Makes one without receivers.
  ///
  /// - Parameter wakeUp: The session's, which each notification raises.
  public init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// What sends notifications of a type.
  public func sender<Sent: ViewModelNotification>(
    of type: Sent.Type = Sent.self
  ) -> any NotificationSender<Sent> {
    Sender<Sent>(sent: sent, wakeUp: wakeUp)
  }

  /// Has a receiver told of all that is delivered from now on, for as long as something else holds it.
  ///
  /// One that has joined already stays in its place.
  public func join<Receiver: NotificationReceiver>(_ receiver: Receiver) {
    let type = ObjectIdentifier(Receiver.Received.self)
    dropFreed(of: type)
    if entries[type]?.contains(where: { $0.receiver === receiver }) ?? false { return }
    let entry = Entry(receiver: receiver) { [weak receiver] notification in
      if let received = notification as? Receiver.Received { receiver?.receive(received) }
    }
    entries[type, default: []].append(entry)
  }

  /// Delivers what was sent, in order; what is sent meanwhile waits for the next time.
  func deliver() {
    let sent = sent.withState { sent in
      defer { sent = [] }
      return sent
    }
    for notification in sent {
      let type = ObjectIdentifier(Swift.type(of: notification))
      dropFreed(of: type)
      for entry in entries[type] ?? [] { entry.receive(notification) }
    }
  }

  private func dropFreed(of type: ObjectIdentifier) {
    entries[type]?.removeAll { $0.receiver == nil }
  }
}
