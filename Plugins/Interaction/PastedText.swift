package import FormworkFrontEnd

/// The text of a paste, as a field accepts it.
///
/// A run of tabs becomes one space, and so does a run of line breaks in a field of one line. Those at the end are left
/// out, because they were copied with the line. Other control characters are left out of every field.
package struct PastedText: Equatable {
  package private(set) var text = ""
  package let hasLines: Bool
  package private(set) var isJoined = false
  package private(set) var isCleaned = false

  /// Creates the text of a paste; `nil` if the paste is not UTF-8.
  package init?(_ paste: SecretBytes, allowingLines: Bool) {
    guard let pasted = paste.text else { return nil }
    hasLines = allowingLines
    var scalars = String.UnicodeScalarView()
    var isAtBreak = false
    for scalar in pasted.unicodeScalars {
      if scalar == "\t" || !allowingLines && scalar.endsLine {
        isAtBreak = true
      } else if scalar.steersTerminals(allowingLines: allowingLines) {
        isCleaned = true
      } else {
        if isAtBreak {
          scalars.append(" ")
          (isAtBreak, isJoined) = (false, true)
        }
        scalars.append(scalar)
      }
    }
    text = String(scalars)
  }
}
