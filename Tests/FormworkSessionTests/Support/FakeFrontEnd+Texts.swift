import FormworkCore
import TestSupport

extension FakeFrontEnd {
  /// Posts a message that borrows a text, and takes the answers.
  @discardableResult
  func post(
    _ text: some Sequence<UInt8>, at revision: UInt64? = nil,
    as message: (UnsafeRawBufferPointer) -> InputMessage<UnsafeRawBufferPointer>
  ) -> [DisplayMessage] {
    Array(text).withUnsafeBytes { post(message($0), at: revision) }
  }

  var children: [ViewNode] {
    (picture.root.flatMap { picture[$0]?.children } ?? []).compactMap { picture[$0] }
  }
}
