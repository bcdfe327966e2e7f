package import CFormwork

/// A struct of the contract: it begins with its size as its maker knew it, and grows at the end.
package protocol SizedStruct {
  /// The value with every field 0.
  init()

  /// Where each field ends, in bytes, in the order of the header.
  static var fieldEnds: [Int] { get }
}

extension SizedStruct {
  /// Reads what the maker of a struct knew, field by whole field; the others are 0.
  package init(from pointer: UnsafePointer<Self>) {
    let known = Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
    guard known < MemoryLayout<Self>.size else {
      self = pointer.pointee
      return
    }
    let whole = Self.fieldEnds.last { $0 <= known } ?? 0
    var value = Self()
    withUnsafeMutableBytes(of: &value) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: whole))
    }
    self = value
  }
}

extension formwork_message: SizedStruct {
  package static let fieldEnds = [4, 8, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72]
}

extension formwork_host: SizedStruct {
  package static let fieldEnds = [4, 8, 12, 16, 20, 24, 32, 40, 48, 56]
}
