import FormworkFrontEnd
import Interaction
import Wording

/// The view tree, and its order on the screen.
final class Tree {
  var picture = Picture()

  private(set) var outline = Outline()

  /// The number of updates of the host so far.
  private(set) var stamp: UInt32 = 0

  /// Notes the changes of a flush, and returns whether the outline is another one.
  func note(_ changes: PictureChanges) -> Bool {
    guard !changes.isEmpty else { return false }
    stamp &+= 1
    guard outline.isOther(by: changes, in: picture) else { return false }
    outline = Outline(picture)
    return true
  }

  /// Returns the place of a node; a row is at the place of its list.
  func place(of id: NodeID) -> Int? { outline.place(of: id, in: picture) }

  /// The enabled button that submits the form: ``Picture/submitButton``, without a look at all nodes.
  var submitButton: PictureNode? {
    outline.ownButtons.lazy.compactMap { [picture] in picture[$0] }
      .first { $0.isEnabled && $0.role == .submit }
  }

  /// Whether the screen has one text field and nothing else to go to.
  var isPrompt: Bool {
    guard outline.lists.isEmpty, let only = outline.stop(from: -1, isBack: false, in: picture),
      outline.stop(from: only.place, isBack: false, in: picture) == nil
    else { return false }
    return picture.prompt != nil
  }
}
