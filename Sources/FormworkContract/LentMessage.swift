package import CFormwork
package import FormworkVocabulary

/// A display message in the contract's C, with room for its text.
///
/// One is made for each run of a front end: what it points to is lent until it is filled anew.
package final class LentMessage {
  /// The message that it was filled with last.
  package let pointer = UnsafeMutablePointer<formwork_message>.allocate(capacity: 1)
  private var text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  package init() { pointer.initialize(to: formwork_message()) }

  deinit {
    pointer.deallocate()
    text.deallocate()
  }

  /// Says `display` in C.
  package func fill(with display: DisplayMessage) {
    pointer.pointee = formwork_message()
    pointer.pointee.size = UInt32(MemoryLayout<formwork_message>.size)
    switch display {
    case .attach(let title, let isLost):
      pointer.pointee.kind = FORMWORK_ATTACH.rawValue
      if isLost { pointer.pointee.flags = FORMWORK_LOST.rawValue }
      lend(title)
    case .change(let change):
      fill(change)
    case .history(let node, let text):
      pointer.pointee.kind = FORMWORK_HISTORY.rawValue
      pointer.pointee.node = node.rawValue
      lend(text)
    case .resized(let size):
      pointer.pointee.kind = FORMWORK_RESIZED.rawValue
      pointer.pointee.number = Int64(size.columns)
      pointer.pointee.count = Int64(size.rows)
    case .suggestion(let node, let suggestion, let revision):
      pointer.pointee.kind = FORMWORK_SUGGEST.rawValue
      pointer.pointee.node = node.rawValue
      pointer.pointee.revision = revision
      guard let suggestion else { return }
      pointer.pointee.number = Int64(suggestion.range.lowerBound)
      pointer.pointee.count = Int64(suggestion.range.count)
      lend(suggestion.text)
    case .flush(let revision):
      pointer.pointee.kind = FORMWORK_FLUSH.rawValue
      pointer.pointee.revision = revision
    case .refused(let node, let refusal, let text):
      pointer.pointee.kind = FORMWORK_REFUSED.rawValue
      pointer.pointee.node = node.rawValue
      pointer.pointee.number = Int64(refusal.rawValue)
      lend(text)
    case .detach(let reason):
      pointer.pointee.kind = FORMWORK_DETACH.rawValue
      pointer.pointee.number = Int64(reason.rawValue)
    }
  }

  private func fill(_ change: Change) {
    switch change {
    case .inserted(let node, let kind, let name, let parent, let index):
      pointer.pointee.kind = FORMWORK_INSERT.rawValue
      pointer.pointee.node = node.rawValue
      pointer.pointee.node_kind = kind.rawValue
      pointer.pointee.parent = parent?.rawValue ?? 0
      pointer.pointee.position = UInt32(index)
      lend(name)
    case .moved(let node, let index):
      pointer.pointee.kind = FORMWORK_MOVE.rawValue
      pointer.pointee.node = node.rawValue
      pointer.pointee.position = UInt32(index)
    case .removed(let node):
      pointer.pointee.kind = FORMWORK_REMOVE.rawValue
      pointer.pointee.node = node.rawValue
    case .focused(let node):
      pointer.pointee.kind = FORMWORK_FOCUS.rawValue
      pointer.pointee.node = node?.rawValue ?? 0
    case .set(let node, let property, let value):
      pointer.pointee.kind = FORMWORK_SET.rawValue
      pointer.pointee.node = node.rawValue
      pointer.pointee.property = property.rawValue
      switch value {
      case nil: break
      case .number(let number):
        pointer.pointee.flags = FORMWORK_HAS_NUMBER.rawValue
        pointer.pointee.number = Int64(number)
      case .text(let text):
        pointer.pointee.flags = FORMWORK_HAS_TEXT.rawValue
        lend(text)
      }
    }
  }

  /// Puts a text with a NUL behind it where the front end may read it until the next message.
  private func lend(_ string: String) {
    var string = string
    string.withUTF8 { bytes in
      if text.count <= bytes.count {
        text.deallocate()
        text = .allocate(capacity: max(bytes.count + 1, text.count * 2))
      }
      bytes.withMemoryRebound(to: CChar.self) { _ = text.update(fromContentsOf: $0) }
      text[bytes.count] = 0
      pointer.pointee.byte_count = UInt64(bytes.count)
    }
    pointer.pointee.text = UnsafePointer(text.baseAddress)
  }
}
