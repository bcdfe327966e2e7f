/// What a person did, as a front end reported it.
///
/// All of it is distrusted.
public enum UserEvent: Equatable, Sendable {
  /// The text of a field differs now. The revision is that of the last picture that was on view.
  case edited(NodeID, FieldContent, cursor: Int, revision: UInt64)

  /// The person accepts what stands in a field; the content, where it was said with it.
  case committed(NodeID, FieldContent?, revision: UInt64)

  /// An option or a toggle was switched.
  case chosen(NodeID, isOn: Bool)

  /// A button was pressed.
  case activated(NodeID, revision: UInt64)

  /// The person went elsewhere.
  case went(Destination)

  /// A field is to be as if nothing had been entered.
  case reset(NodeID)

  /// What a front end reported of a field cannot count, whatever it says: the front end is told what stands
  /// there.
  case refused(NodeID, InputRefusal)

  /// The person wants to leave the screen; where the person insists, a question whether to leave is answered
  /// with yes.
  case leaveRequested(revision: UInt64, insists: Bool)

  /// These rows of a list are on view.
  case windowed(NodeID, firstRow: Int, rowCount: Int)

  /// The person wants what was loaded to be loaded anew.
  case reloadRequested
}
