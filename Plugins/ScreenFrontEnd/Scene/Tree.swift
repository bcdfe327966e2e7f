import FormworkFrontEnd
import Interaction
import Wording

/// The view tree in the order of the screen, with a stamp for the contents of each place.
struct Tree {
  var picture = Picture()

  private(set) var outline = Outline()

  /// The number of updates so far, with those of the person.
  private var clock: UInt32 = 0

  /// The last update of the host.
  private(set) var stamp: UInt32 = 0

  /// The last update of each place of the outline, including its options, rows and columns.
  private(set) var stamps: [UInt32] = []

  /// The last update of the screen or a notice.
  private(set) var screenStamp: UInt32 = 0

  /// The parents of nodes that were removed since the last flush.
  private var shrunk: Set<NodeID> = []

  /// Takes in a message, and returns the changes if it was a flush.
  mutating func apply(_ message: DisplayMessage) -> PictureChanges? {
    if case .change(.removed(let id)) = message, let parent = picture[id]?.parent {
      shrunk.insert(parent)
    }
    return picture.apply(message)
  }

  /// Notes the changes of a flush, and returns whether the outline is another one.
  mutating func note(_ changes: PictureChanges) -> Bool {
    defer { shrunk = [] }
    guard !changes.isEmpty else { return false }
    clock &+= 1
    stamp = clock
    if outline.isOther(by: changes, in: picture) {
      outline = Outline(picture)
      stamps = Array(repeating: clock, count: outline.entries.count)
      screenStamp = clock
      return true
    }
    for id in shrunk { touch(id) }
    for id in changes.inserted { touch(id) }
    for id in changes.moved { touch(id) }
    for change in changes.changed { touch(change.node) }
    return false
  }

  /// Takes in what the person entered as a value.
  mutating func noteEdit(of id: NodeID, value: PropertyValue, cursor: Int) {
    clock &+= 1
    picture.noteEdit(of: id, value: value, cursor: cursor)
    if let place = place(of: id) { stamps[place] = clock }
  }

  private mutating func touch(_ id: NodeID) {
    guard let kind = picture[id]?.kind else { return }
    if kind == .screen || kind == .notice { screenStamp = clock }
    if let place = place(of: id) { stamps[place] = clock }
  }

  /// Returns the place of a node; a row is at the place of its list.
  func place(of id: NodeID) -> Int? { outline.place(of: id, in: picture) }

  /// Whether the screen has one text field and nothing else to go to.
  var isPrompt: Bool {
    guard outline.lists.isEmpty, let only = outline.stop(from: -1, isBack: false, in: picture),
      outline.stop(from: only.place, isBack: false, in: picture) == nil
    else { return false }
    return picture.prompt != nil
  }
}
