extension String {
  /// Whether the texts have the same scalars.
  ///
  /// `==` takes a composed `é` for a decomposed one. To JSON they are two texts.
  func isWritten(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
