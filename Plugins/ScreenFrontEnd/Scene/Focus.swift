import FormworkFrontEnd

/// What the person is at, and what is typed there.
enum Focus: Equatable {
  case nothing
  case text(NodeID, TextEditor)
  /// A secret, of which the canvas gets no more than how long it is.
  case secret(NodeID, count: Int, cursor: Int)
  /// A choice whose options stand beside its label, and which of them is marked.
  case options(NodeID, marked: NodeID?)
  /// A toggle, another choice, a button or a row.
  case node(NodeID)

  var id: NodeID? {
    switch self {
    case .nothing: nil
    case .text(let id, _), .secret(let id, _, _), .options(let id, _), .node(let id): id
    }
  }
}
