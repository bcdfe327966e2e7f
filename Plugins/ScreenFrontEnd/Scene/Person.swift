import FormworkFrontEnd
import Wording

/// The focused item, and what is typed there.
enum Focus: Equatable {
  case nothing
  case text(NodeID, TextEditor)
  /// A secret; the canvas receives only its length.
  case secret(NodeID, count: Int, cursor: Int)
  /// A choice whose options are beside its label, and the marked option.
  case options(NodeID, marked: NodeID?)
  /// A toggle, another choice, a button or a row.
  case node(NodeID)

  var id: NodeID? {
    switch self {
    case .nothing: nil
    case .text(let id, _), .secret(let id, _, _), .options(let id, _), .node(let id): id
    }
  }

  /// The node of a text or secret.
  var typedNode: NodeID? {
    switch self {
    case .text(let id, _), .secret(let id, _, _): id
    case .nothing, .options, .node: nil
    }
  }

  var isEmptySecret: Bool { if case .secret(_, 0, _) = self { true } else { false } }
}

/// The person's part of a frame: the focus, the keyboard and the last message.
struct Person {
  var focus = Focus.nothing {
    willSet { if newValue.id != focus.id { formerFocus = focus.id ?? formerFocus } }
  }

  /// The item that had the focus before: its fault may have no room beside it.
  private(set) var formerFocus: NodeID?

  var keyboard = KeyboardMachine.State.form

  /// The last message, which is shown in the place of the help.
  var message: Remark?

  /// The number of answers to correct in a form that was refused; `nil` if none was.
  var faultsLeft: Int?

  /// Whether Escape is read while nothing can be answered: no other key is held before it.
  var readsEscape = true

  /// Whether a shown secret continues beyond its box; `nil` if hidden.
  var shownEnds: Ends?
}

/// The memory of scrolling.
struct ViewState {
  /// The first visible line: a place of the outline, and the number of its lines above.
  struct Top: Equatable {
    var place = 0
    var offset = 0
  }

  var top = Top()

  /// Whether the form follows the focus; otherwise it was scrolled by hand.
  var followsFocus = true

  /// The text with the focus, and its first visible byte, or row if it has several lines.
  var text: (node: NodeID?, first: Int) = (nil, 0)

  /// The first visible rows of an alert's text and buttons.
  var alertTops = (text: 0, buttons: 0)

  /// The place of the first visible row of each list.
  var listTops: [NodeID: Int] = [:]

  /// The row of each list that had the focus last.
  var leftRows: [NodeID: NodeID] = [:]

  /// The widths that the columns of each list have needed so far.
  var columnNeeds: [NodeID: [Int]] = [:]

  /// The number of visible entries of a window.
  var popupRows = 1

  private var size: WindowSize?

  /// Scrolls to the focus again if the terminal has another size than before.
  mutating func fit(_ size: WindowSize) {
    if let former = self.size, former != size { (top, followsFocus, text) = (Top(), true, (nil, 0)) }
    self.size = size
  }
}
