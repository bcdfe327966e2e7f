import FormworkCore

/// The repeated life of one field: typed, checked, refused, typed again, left.
enum MachineRun {
  /// Makes a number of transitions, and returns the number of those with an action.
  @inline(never)
  static func transitions(_ count: Int) -> Int {
    var machine = FieldMachine()
    var actionCount = 0
    var check: UInt64 = 0
    for number in 0..<count {
      let event: FieldMachine.Event =
        switch number & 7 {
        case 0: .edited(.broken([]))
        case 1, 5: .edited(.needsCheck)
        case 2, 6: .pauseElapsed(CheckID(rawValue: check))
        case 3: .checkRefused(CheckID(rawValue: check), .valueMissing)
        case 4: .dependencyChanged(.holds, reachesCheck: false)
        default: .checkPassed(CheckID(rawValue: check))
        }
      switch machine.apply(event) {
      case .nothing, .cancel: break
      case .startPause(let id), .check(let id):
        actionCount += 1
        check = id.rawValue
      }
    }
    return actionCount
  }
}
