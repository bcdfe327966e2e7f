/// A notification from one view model to others, which it does not know.
///
/// ```swift
/// struct MembersChanged: ViewModelNotification { let names: [String] }
/// ```
public protocol ViewModelNotification: Sendable {}

/// Sends notifications of one type.
///
/// The view model that owns a sender knows neither the receivers nor the way of delivery.
public protocol NotificationSender<Sent>: Sendable {
  /// The type of the notifications.
  associatedtype Sent: ViewModelNotification

  /// Schedules the delivery of a notification, from any thread.
  func send(_ notification: Sent)
}

/// Receives notifications of one type.
public protocol NotificationReceiver<Received>: AnyObject {
  /// The type of the notifications.
  associatedtype Received: ViewModelNotification

  /// Handles a notification on the thread of the session.
  func receive(_ notification: Received)
}
