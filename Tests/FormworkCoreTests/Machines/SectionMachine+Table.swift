import FormworkCore
import TestSupport

/// The table of a section, with literal rows.
extension SectionMachine {
  typealias SectionCell = Cell<Standing, Event, Action>
  typealias Row = SectionCell.Row

  static let cells = SectionCell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<Standing, Row> = [
    Standing(.leftOut): leftOutRow,
    Standing(.leftOut, .refused(.old)): refusedLeftOutRow,
    Standing(.closed): closedRow,
    Standing(.closed, .broken(.old)): missingRow,
    Standing(.closed, .refused(.old)): refusedClosedRow,
    Standing(.open): openRow,
    Standing(.open, .broken(.old)): brokenRow,
    Standing(.open, .refused(.old)): refusedRow,
    Standing(.excluded(.leftOut)): excludedLeftOutRow,
    Standing(.excluded(.closed)): excludedClosedRow,
    Standing(.excluded(.open)): excludedOpenRow,
  ]

  static let leftOutRow: Row = [
    .wanted: .to(Standing(.open), .unfold),
    .unwanted: .stays,
    .opened: .stays,
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .to(Standing(.leftOut, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.leftOut)), .nothing),
    .included: .stays,
  ]

  /// Left out although the store requires it, until the user includes it or leaves it out again.
  static let refusedLeftOutRow: Row = [
    .wanted: .to(Standing(.open), .unfold),
    .unwanted: .stays,
    .opened: .stays,
    .edited: .to(Standing(.leftOut), .nothing),
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .to(Standing(.leftOut, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.leftOut)), .nothing),
    .included: .stays,
  ]

  /// Not opened yet: it may be missing.
  static let closedRow: Row = [
    .wanted: .stays,
    .unwanted: .stays,
    .opened: .to(Standing(.open), .unfold),
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .to(Standing(.closed, .broken(.new)), .nothing),
    .refusedBySubmission(.new): .to(Standing(.closed, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.closed)), .nothing),
    .included: .stays,
  ]

  /// Not opened before the submission.
  static let missingRow: Row = [
    .wanted: .stays,
    .unwanted: .stays,
    .opened: .to(Standing(.open), .unfold),
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .to(Standing(.closed), .nothing),
    .submitPressed(.new): .to(Standing(.closed, .broken(.new)), .nothing),
    .refusedBySubmission(.new): .to(Standing(.closed, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.closed)), .nothing),
    .included: .stays,
  ]

  /// Not opened although the store requires it.
  static let refusedClosedRow: Row = [
    .wanted: .stays,
    .unwanted: .stays,
    .opened: .to(Standing(.open), .unfold),
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .to(Standing(.closed, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.closed)), .nothing),
    .included: .stays,
  ]

  static let openRow: Row = [
    .wanted: .stays,
    .unwanted: .to(Standing(.leftOut), .fold),
    .opened: .stays,
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .to(Standing(.open, .broken(.new)), .nothing),
    .submitPressed([]): .stays,
    .submitPressed(.new): .to(Standing(.open, .broken(.new)), .nothing),
    .refusedBySubmission(.new): .to(Standing(.open, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.open)), .nothing),
    .included: .stays,
  ]

  /// Its rules are violated, until an edit inside or a better validation.
  static let brokenRow: Row = [
    .wanted: .stays,
    .unwanted: .to(Standing(.leftOut), .fold),
    .opened: .stays,
    .edited: .to(Standing(.open), .nothing),
    .left([]): .to(Standing(.open), .nothing),
    .left(.new): .to(Standing(.open, .broken(.new)), .nothing),
    .submitPressed([]): .to(Standing(.open), .nothing),
    .submitPressed(.new): .to(Standing(.open, .broken(.new)), .nothing),
    .refusedBySubmission(.new): .to(Standing(.open, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.open)), .nothing),
    .included: .stays,
  ]

  /// The store refused it, until an edit inside (not a validation).
  static let refusedRow: Row = [
    .wanted: .stays,
    .unwanted: .to(Standing(.leftOut), .fold),
    .opened: .stays,
    .edited: .to(Standing(.open), .nothing),
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .to(Standing(.open, .refused(.new)), .nothing),
    .excluded: .to(Standing(.excluded(.open)), .nothing),
    .included: .stays,
  ]

  /// Hidden and left out.
  static let excludedLeftOutRow: Row = [
    .wanted: .to(Standing(.excluded(.open)), .nothing),
    .unwanted: .stays,
    .opened: .stays,
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .stays,
    .excluded: .stays,
    .included: .to(Standing(.leftOut), .nothing),
  ]

  /// Hidden and not opened.
  static let excludedClosedRow: Row = [
    .wanted: .stays,
    .unwanted: .stays,
    .opened: .to(Standing(.excluded(.open)), .nothing),
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .stays,
    .excluded: .stays,
    .included: .to(Standing(.closed), .nothing),
  ]

  /// Hidden and open.
  static let excludedOpenRow: Row = [
    .wanted: .stays,
    .unwanted: .to(Standing(.excluded(.leftOut)), .nothing),
    .opened: .stays,
    .edited: .stays,
    .left([]): .stays,
    .left(.new): .stays,
    .submitPressed([]): .stays,
    .submitPressed(.new): .stays,
    .refusedBySubmission(.new): .stays,
    .excluded: .stays,
    .included: .to(Standing(.open), .nothing),
  ]
}
