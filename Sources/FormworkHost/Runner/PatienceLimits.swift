/// How long a front end in a process of its own may take for each thing that it has to do.
package struct PatienceLimits: Sendable {
  /// To be loaded, and then to ask for all of its first picture.
  let toDraw: Duration

  /// To take something of what waits for it.
  let toTake: Duration

  /// To ask for messages once the person has pressed ^C.
  let toAnswer: Duration

  /// To leave.
  let toLeave: Duration

  /// What people get: 5 s, 10 s, 1 s and 1 s.
  package static let usual = PatienceLimits()

  /// Makes limits; a test makes the second shorter, so that it need not wait.
  package init(toTake: Duration = .seconds(10)) {
    toDraw = .seconds(5)
    self.toTake = toTake
    toAnswer = .seconds(1)
    toLeave = .seconds(1)
  }
}
