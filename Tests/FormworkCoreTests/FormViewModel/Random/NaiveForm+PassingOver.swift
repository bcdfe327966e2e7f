@testable import FormworkCore
import FormworkTesting

extension NaiveForm {
  /// Returns the stops in a section, or those of the form itself.
  private func stops(in section: String?) -> [Place] {
    stops.filter { place in
      switch place {
      case .button, .line: false
      case .field, .option, .sectionButton:
        section.map { outline.enclosing(place).contains($0) } ?? true
      }
    }
  }

  mutating func goBehindSection() {
    let stops = stops
    guard question == nil, let focus, let index = places.firstIndex(of: focus) else { return }
    let behind = places[(index + 1)...].filter(stops.contains)
    let next: Place?
    switch focus {
    case .button, .line: next = behind.first
    case .field, .option, .sectionButton:
      let section = outline.enclosing(focus).last
      next = behind.first { place in
        if case .button = place { return true }
        let around = outline.enclosing(place)
        return section.map { !around.contains($0) } ?? !around.isEmpty
      }
    }
    if let next { go(to: next) }
  }

  mutating func goBeforeSection() {
    guard definition != nil, question == nil, let focus,
      let index = places.firstIndex(of: focus)
    else { return }
    var before = places[..<index].filter(stops(in: nil).contains)[...]
    var section: String?
    switch focus {
    case .button, .line: break
    case .field, .option, .sectionButton: section = outline.enclosing(focus).last
    }
    if let own = section {
      if let first = stops(in: own).first, first != focus { return go(to: first) }
      section = before.last.flatMap { outline.enclosing($0).last }
    }
    if section == nil {
      // The last stop of the form itself before this one.
      before = before.filter { !outline.enclosing($0).isEmpty }[...]
      section = before.last.flatMap { outline.enclosing($0).first }
    }
    if let first = stops(in: section).first { go(to: first) }
  }
}
