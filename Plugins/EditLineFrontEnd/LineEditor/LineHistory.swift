import CEditLine

/// What was entered into one field before, as libedit walks through it.
final class LineHistory {
  let pointer: OpaquePointer

  /// Makes an empty one; `nil` where there is no memory.
  init?() {
    guard let pointer = history_winit() else { return nil }
    self.pointer = pointer
    _ = cel_history_limit(pointer, 1000)
  }

  deinit { history_wend(pointer) }

  /// Adds the newest line.
  func add(_ line: String) {
    let characters = line.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
    _ = cel_history_add(pointer, characters)
  }
}
