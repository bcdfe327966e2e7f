package import FormworkFrontEnd

extension Picture {
  /// The field of a screen that has nothing else to go to: it takes line after line.
  package var prompt: PictureNode? {
    guard alert == nil, screen?.status != .failed, stops.count == 1,
      let only = stops.first, only.kind == .textField
    else { return nil }
    return only
  }
}
