import TestSupport

@testable import FormworkHost

/// The table of a front end's life; the rows are literals.
extension FrontEndMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .found: foundRow,
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

  /// There is such a file.
  static let foundRow: Row = [
    .inspectionPassed: .to(.inspected, .nothing),
    .inspectionFailed: .to(.refused, .nothing),
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// May be loaded.
  static let inspectedRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .to(.attaching, .start),
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// Being loaded, or with a part of its first picture still to come.
  static let attachingRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .to(.refused, .nothing),
    .drained: .to(.attached, .unwatch),
    .pauseRequested: .to(.pausing, .watchLeaving),
    .leaveRequested: .to(.detaching, .watchLeaving),
    .returned: .to(.crashed, .fallBack(.leftByItself)),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .to(.attaching, .kill),
  ]

  /// It draws.
  static let attachedRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .to(.pausing, .watchLeaving),
    .leaveRequested: .to(.detaching, .watchLeaving),
    .returned: .to(.crashed, .fallBack(.leftByItself)),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .told: .to(.lagging, .watchTaking),
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// Messages wait for it.
  static let laggingRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .to(.pausing, .watchLeaving),
    .leaveRequested: .to(.detaching, .watchLeaving),
    .returned: .to(.crashed, .fallBack(.leftByItself)),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .told: .stays,
    .caughtUp: .to(.attached, .unwatch),
    .deadlinePassed: .to(.lagging, .kill),
  ]

  /// Told to leave for a while.
  static let pausingRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .to(.detaching, .nothing),
    .returned: .to(.suspended, .nothing),
    .failed(.crash): .to(.crashed, .fallBack(.crash)),
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .to(.pausing, .kill),
  ]

  /// Has left for a while.
  static let suspendedRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .to(.attaching, .start),
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .to(.ended, .nothing),
    .returned: .stays,
    .failed(.crash): .stays,
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// Told to leave.
  static let detachingRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .to(.ended, .nothing),
    .failed(.crash): .to(.crashed, .explain(.crash)),
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .to(.detaching, .kill),
  ]

  /// Has left.
  static let endedRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .to(.attaching, .start),
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// The end.
  static let crashedRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]

  /// The end.
  static let refusedRow: Row = [
    .inspectionPassed: .stays,
    .inspectionFailed: .stays,
    .attachRequested: .stays,
    .loadingFailed: .stays,
    .drained: .stays,
    .pauseRequested: .stays,
    .leaveRequested: .stays,
    .returned: .stays,
    .failed(.crash): .stays,
    .told: .stays,
    .caughtUp: .stays,
    .deadlinePassed: .stays,
  ]
}
