public import CFormwork
import FormworkFrontEnd
import ScreenFrontEnd

/// The entry of `libformwork-front-end-screen.so`.
@c @implementation
public func formwork_front_end(
  _ major: UInt32, _ minor: UInt32
) -> UnsafePointer<formwork_front_end>? {
  ScreenFrontEnd.table.pointer(major: major, minor: minor)
}
