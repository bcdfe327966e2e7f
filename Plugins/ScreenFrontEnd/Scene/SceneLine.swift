import FormworkCanvas
import FormworkFrontEnd

/// A line of the form: what stands where in it.
struct SceneLine: Equatable {
  struct Span: Equatable {
    let column: Int
    let text: String
    /// How many columns it may take; `nil` is as many as there are.
    var width: Int?
    var style: Canvas.Style = []
    var target: Target?

    /// The column behind what it may take.
    var end: Int { column + (width ?? Canvas.width(of: text)) }

    /// Whether it takes the same columns as another one, which are told, and means the same there.
    func isInPlace(of other: Span) -> Bool {
      width != nil && column == other.column && width == other.width && target == other.target
    }
  }

  /// What a person points at there.
  enum Target: Equatable {
    case node(NodeID)
    case option(NodeID)
    /// The text of a field, of which that byte is in that column.
    case text(NodeID, start: Int, column: Int)
    /// One of those on view in a window.
    case entry(Int)
  }

  var spans: [Span] = []
  var cursor: Int?
  /// Whether it is what has the focus.
  var isFocus = false
}
