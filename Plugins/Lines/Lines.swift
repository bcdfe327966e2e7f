public import CFormwork
import FormworkFrontEnd
import LinesFrontEnd

/// The entry of `libformwork-front-end-lines.so`.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  LinesFrontEnd.table.pointer(major: major, minor: minor)
}
