@testable import FormworkHost

/// A front end's life in sentences, with flags instead of states.
struct FrontEndReference {
  private var isBanned = false
  private var isDrawing = false
  private var hasAllOfThePicture = false
  private var isBehind = false
  private var isToldToLeave = false
  private var isForAWhile = false
  private var hasRun = false
  private var hasCrashed = false

  var state: FrontEndMachine.State {
    if hasCrashed { return .crashed }
    if isBanned { return .refused }
    if isDrawing && isToldToLeave { return isForAWhile ? .pausing : .detaching }
    if isDrawing && isBehind { return .lagging }
    if isDrawing { return hasAllOfThePicture ? .attached : .attaching }
    if !hasRun { return .inspected }
    return isForAWhile ? .suspended : .ended
  }

  mutating func apply(_ event: FrontEndMachine.Event) -> FrontEndMachine.Action {
    if isBanned || hasCrashed { return .nothing }
    switch event {
    case .attachRequested where !isDrawing:
      (isDrawing, hasRun, isToldToLeave, isForAWhile) = (true, true, false, false)
      (hasAllOfThePicture, isBehind) = (false, false)
      return .start
    case .loadingFailed: isBanned = isDrawing && !isToldToLeave && !hasAllOfThePicture
    case .drained where isDrawing && !isToldToLeave && !hasAllOfThePicture:
      hasAllOfThePicture = true
      return .unwatch
    case .pauseRequested, .leaveRequested: return leave(for: event == .pauseRequested)
    case .returned: return stop(nil)
    case .failed(let failure): return stop(failure)
    case .told, .caughtUp:
      // Before the picture is whole, and once it is told to leave, something else is watched.
      guard isDrawing, hasAllOfThePicture, !isToldToLeave, isBehind == (event == .caughtUp) else {
        break
      }
      isBehind.toggle()
      return isBehind ? .watchTaking : .unwatch
    case .deadlinePassed where isDrawing && (isToldToLeave || isBehind || !hasAllOfThePicture):
      return .kill
    case .attachRequested, .drained, .deadlinePassed: break
    }
    return .nothing
  }

  private mutating func leave(for aWhile: Bool) -> FrontEndMachine.Action {
    // One that was to leave for good does not come back; one that was to come back may be told otherwise.
    if !aWhile { isForAWhile = false }
    guard isDrawing, !isToldToLeave else { return .nothing }
    (isToldToLeave, isForAWhile) = (true, aWhile)
    return .watchLeaving
  }

  private mutating func stop(_ failure: FrontEndFailure?) -> FrontEndMachine.Action {
    guard isDrawing else { return .nothing }
    isDrawing = false
    hasCrashed = failure != nil || !isToldToLeave
    guard let failure else { return isToldToLeave ? .nothing : .fallBack(.leftByItself) }
    return isToldToLeave && !isForAWhile ? .explain(failure) : .fallBack(failure)
  }
}
