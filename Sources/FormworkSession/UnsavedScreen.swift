/// A screen that stores nothing, and may be left at any time.
package protocol UnsavedScreen: Screen {
  /// Whether ^C leaves the screen instead of ending the program.
  var isLeftByInterrupt: Bool { get }
}

extension UnsavedScreen {
  package func inputEnded() -> Bool { true }

  package func interrupted() -> Bool {
    if isLeftByInterrupt { navigation = .pop(nil) }
    return isLeftByInterrupt
  }
}
