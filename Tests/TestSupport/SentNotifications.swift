package import FormworkCore

/// Keeps the notifications that a view model sends.
package final class SentNotifications<Sent: ViewModelNotification>: NotificationSender {
  private let sent = Monitor([Sent]())

  package init() {}

  package func send(_ notification: Sent) { sent.change { $0.append(notification) } }

  /// Those that were sent since the last time.
  package func take() -> [Sent] {
    sent.change { sent in
      defer { sent = [] }
      return sent
    }
  }
}
