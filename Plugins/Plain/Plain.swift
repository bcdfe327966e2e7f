public import CFormwork
import FormworkFrontEnd
import PlainFrontEnd

/// The entry of `libformwork-front-end-plain.so`.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  PlainFrontEnd.table.pointer(major: major, minor: minor)
}
