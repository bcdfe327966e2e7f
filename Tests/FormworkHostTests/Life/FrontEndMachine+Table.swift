import TestSupport

@testable import FormworkHost

/// The table of a front end's life, in literals.
extension FrontEndMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .inspected: inspectedRow,
    .attaching: attachingRow,
    .attached: attachedRow,
    .lagging: laggingRow,
    .pausing: pausingRow,
    .suspended: suspendedRow,
    .detaching: detachingRow,
    .ended: endedRow,
    .crashed: crashedRow,
    .refused: refusedRow,
  ]

  /// Ready to be loaded.
  static let inspectedRow: Row = [
    .attachRequested: .to(.attaching, .start),
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// Being loaded, or without its whole first view tree.
  static let attachingRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .to(.refused, .nothing),
    .drained: .to(.attached, .stopWatching),
    .pauseRequested: .to(.pausing, .watchLeaving),
    .leaveRequested: .to(.detaching, .watchLeaving),
    .returned: .to(.crashed, .fallBack(.returnedUnasked)),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .to(.attaching, .kill),
  ]

  /// Drawing.
  static let attachedRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .to(.pausing, .watchLeaving),
    .leaveRequested: .to(.detaching, .watchLeaving),
    .returned: .to(.crashed, .fallBack(.returnedUnasked)),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .messageSent: .to(.lagging, .watchReading),
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// Messages wait for it.
  static let laggingRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .to(.pausing, .watchLeaving),
    .leaveRequested: .to(.detaching, .watchLeaving),
    .returned: .to(.crashed, .fallBack(.returnedUnasked)),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .messageSent: .stays,
    .caughtUp: .to(.attached, .stopWatching),
    .deadlinePassed: .to(.lagging, .kill),
  ]

  /// Requested to leave for a while.
  static let pausingRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .to(.detaching, .nothing),
    .returned: .to(.suspended, .nothing),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .to(.pausing, .kill),
  ]

  static let suspendedRow: Row = [
    .attachRequested: .to(.attaching, .start),
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .to(.ended, .nothing),
    .returned: .stays,
    .failed(.crash): .stays,
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// Requested to leave.
  static let detachingRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .to(.ended, .nothing),
    .failed(.crash): .to(.crashed, .explain(.crash)),
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .to(.detaching, .kill),
  ]

  /// Ended without a failure.
  static let endedRow: Row = [
    .attachRequested: .to(.attaching, .start),
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  static let crashedRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  static let refusedRow: Row = [
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .messageSent: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]
}
