/// What one view model tells others, of which it knows none: something has happened that they may have to
/// follow.
///
/// ```swift
/// struct MembersChanged: ViewModelNotification { let names: [String] }
/// ```
public protocol ViewModelNotification: Sendable {}

/// Sends notifications of one type.
///
/// A view model is given one, and knows neither how they are delivered nor to which receivers.
public protocol NotificationSender<Sent>: Sendable {
  /// The type.
  associatedtype Sent: ViewModelNotification

  /// Sends one, on any thread: it is delivered later.
  func send(_ notification: Sent)
}

/// Receives notifications of one type.
public protocol NotificationReceiver<Received>: AnyObject {
  /// The type.
  associatedtype Received: ViewModelNotification

  /// Takes in one, on the thread of the session.
  func receive(_ notification: Received)
}
