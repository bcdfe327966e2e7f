import FormworkSession

/// A front end that can be run, in this process or in one of its own.
protocol LoadedFrontEnd: AnyObject {
  /// What it says of itself.
  var description: FrontEndDescription { get }

  /// Whether it can be gone without having had the time to end what it was drawing.
  var mayEndInTheMiddle: Bool { get }

  /// Shows a session until it has left, or is no more.
  ///
  /// Blocks the thread.
  ///
  /// - Returns: How it came to an end: returned, or failed.
  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event
}
