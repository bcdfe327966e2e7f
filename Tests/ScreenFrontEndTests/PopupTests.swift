import FormworkFrontEnd
import Testing

@testable import ScreenFrontEnd

/// The visible options of a window, and the marked one.
struct PopupTests {
  /// The typed filter, the movement of the mark, and the visible options with the marked one in brackets.
  @Test(arguments: [
    ("", 0, "[Grain] Timber Coal"), ("", 1, "Grain [Timber] Coal"), ("", 9, "Grain Timber [Coal]"),
    ("", -1, "[Grain] Timber Coal"), ("A", 0, "[Grain] Coal"), ("a", 1, "Grain [Coal]"),
    ("im", 1, "[Timber]"), ("zz", 1, ""),
  ])
  func whatIsTypedIsFound(_ letters: String, _ count: Int, _ shown: String) {
    var popup = Popup(Self.options("Grain Timber Coal"), .choice)
    for scalar in letters.unicodeScalars { popup.type(scalar) }
    popup.move(by: count)
    #expect(Self.shown(popup) == shown)
    #expect(popup.filter == letters)
  }

  /// Suggestions need no mark.
  @Test(arguments: [
    ([], "Grain Timber"), ([1], "[Grain] Timber"), ([1, 1], "Grain [Timber]"),
    ([9], "Grain [Timber]"), ([1, -1], "Grain Timber"), ([-1], "Grain Timber"),
    ([1, 1, -1], "[Grain] Timber"),
  ])
  func suggestionsAreMarked(_ counts: [Int], _ shown: String) {
    var popup = Popup(Self.options("Grain Timber"), .suggestions)
    for count in counts { popup.move(by: count) }
    #expect(Self.shown(popup) == shown)
  }

  @Test func aFilterIsTakenBack() {
    var popup = Popup(Self.options("Grain Timber Coal"), .choice)
    var done = [popup.erase(), popup.clear()]
    for scalar in "az".unicodeScalars { popup.type(scalar) }
    done.append(popup.erase())
    #expect(popup.filter == "a")
    popup.move(by: 1)
    #expect(Self.shown(popup) == "Grain [Coal]")
    done.append(popup.clear())
    #expect(done == [false, false, true, true])
    #expect(Self.shown(popup) == "Grain Timber [Coal]")
    #expect(popup.filter == "")
  }

  /// With the second of three options marked: the new options, and the marked one.
  @Test(arguments: [
    ("Timber Coal", "[Timber] Coal"), ("Salt Grain Timber", "Salt Grain [Timber]"),
    ("Grain Coal", "Grain [Coal]"), ("Grain", "[Grain]"), ("", ""),
  ])
  func theMarkStaysWithItsOption(_ labels: String, _ shown: String) {
    var popup = Popup(Self.options("Grain Timber Coal"), .choices)
    popup.mark(1)
    popup.renew(Self.options(labels))
    #expect(Self.shown(popup) == shown)
  }

  @Test func whatIsChosenIsMarkedFirst() {
    var options = Self.options("Grain Timber Coal")
    options[2].isSelected = true
    let popup = Popup(options, .choices)
    #expect(Self.shown(popup) == "Grain Timber [Coal]")
    #expect(popup.marked == options[2])
    #expect(popup.only == nil)
    #expect(Popup([options[1]], .suggestions).only == options[1])
  }

  private static let names = ["Grain", "Timber", "Coal", "Salt"]

  private static func options(_ labels: String) -> [Popup.Option] {
    labels.split(separator: " ").map { label in
      let number = names.firstIndex { $0 == label } ?? 0
      return Popup.Option(id: NodeID(rawValue: UInt32(number + 1)), label: String(label))
    }
  }

  private static func shown(_ popup: Popup) -> String {
    popup.matches.indices.map { index in
      let label = popup.matches[index].label
      return index == popup.index ? "[\(label)]" : label
    }.joined(separator: " ")
  }
}
