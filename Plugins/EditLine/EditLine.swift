public import CFormwork
import EditLineFrontEnd
import FormworkFrontEnd

/// The entry of `libformwork-front-end-editline.so`.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  EditLineFrontEnd.table.pointer(major: major, minor: minor)
}
