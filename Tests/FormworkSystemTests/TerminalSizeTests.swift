import FormworkSystem
import Glibc
import TestSupport
import Testing

struct TerminalSizeTests {
  @Test(
    arguments: [
      (80, 24, "40", "12", 80, 24), (0, 0, "40", "12", 40, 12), (0, 24, "40", "12", 40, 24),
      (80, 0, "40", "12", 80, 12), (0, 0, nil, "12", 0, 12), (0, 0, "40", nil, 40, 0),
      (0, 0, "0", "-5", 0, 0), (0, 0, "1001", "99999999999999999999", 0, 0),
      (0, 0, "1000", "1", 1000, 1), (0, 0, "", "x", 0, 0), (0, 0, " 40", "+12", 0, 0),
      (0, 0, "4O", "12.0", 0, 0), (0, 0, "٤٠", "0012", 0, 12),
    ] as [(Int, Int, String?, String?, Int, Int)])
  func theTerminalComesBeforeTheEnvironment(
    columns: Int, rows: Int, columnsText: String?, rowsText: String?, wantedColumns: Int,
    wantedRows: Int
  ) throws {
    let bare = try BareTerminal()
    var given = winsize()
    (given.ws_col, given.ws_row) = (UInt16(columns), UInt16(rows))
    try #require(ioctl(bare.descriptor, UInt(TIOCSWINSZ), &given) == 0)
    let size = try #require(
      terminalSize(of: bare.descriptor) { $0 == "COLUMNS" ? columnsText : rowsText })
    #expect(size == (wantedColumns, wantedRows))
  }

  @Test func whatIsNoTerminalHasNone() throws {
    let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(terminalSize(of: descriptor) { _ in "40" } == nil)
  }
}
