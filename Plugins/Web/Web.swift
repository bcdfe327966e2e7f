public import CFormwork
import FormworkFrontEnd
import WebFrontEnd

/// The entry of `libformwork-front-end-web.so`.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  WebFrontEnd.table.pointer(major: major, minor: minor)
}
