public import FormworkCore
import FormworkOperations

/// Delivers notifications from senders to receivers that do not know each other.
///
/// A program creates one centre for a session. The session delivers notifications on its own thread,
/// never in the middle of a change, and also to screens that are not visible.
///
/// Confined to the thread of the session; the senders are not.
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

  /// The receivers by the type of their notifications, in the order of joining.
  private var entries: [ObjectIdentifier: [Entry]] = [:]

  /// Creates a centre without receivers, whose notifications raise the wake-up of the session.
  public init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// Returns a sender for notifications of a type.
  public func sender<Sent: ViewModelNotification>(
    of type: Sent.Type = Sent.self
  ) -> any NotificationSender<Sent> {
    Sender<Sent>(sent: sent, wakeUp: wakeUp)
  }

  /// Lets a receiver receive all later notifications of its type, until the receiver is released.
  ///
  /// A receiver that has already joined keeps its position. The centre does not retain receivers.
  public func join<Receiver: NotificationReceiver>(_ receiver: Receiver) {
    let type = ObjectIdentifier(Receiver.Received.self)
    dropFreed(of: type)
    if entries[type]?.contains(where: { $0.receiver === receiver }) ?? false { return }
    let entry = Entry(receiver: receiver) { [weak receiver] notification in
      if let received = notification as? Receiver.Received { receiver?.receive(received) }
    }
    entries[type, default: []].append(entry)
  }

  /// Delivers the waiting notifications in order; notifications sent meanwhile wait for the next call.
  func deliver() {
    for notification in sent.exchange([]) {
      let type = ObjectIdentifier(Swift.type(of: notification))
      dropFreed(of: type)
      for entry in entries[type] ?? [] { entry.receive(notification) }
    }
  }

  private func dropFreed(of type: ObjectIdentifier) {
    entries[type]?.removeAll { $0.receiver == nil }
  }
}
