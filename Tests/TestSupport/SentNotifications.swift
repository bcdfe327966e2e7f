package import FormworkCore

package final class SentNotifications<Sent: ViewModelNotification>: NotificationSender {
  private let sent = Synchronized([Sent]())

  package init() {}

  package func send(_ notification: Sent) { sent.change { $0.append(notification) } }

  /// Returns the notifications since the last call.
  package func take() -> [Sent] {
    sent.change { sent in
      defer { sent = [] }
      return sent
    }
  }
}
