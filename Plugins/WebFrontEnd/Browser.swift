import FormworkFrontEnd
import Glibc

/// A browser that is opened beside the program, by a file that only the user can read.
///
/// The arguments of a process are visible to other users, and the address contains the token.
final class BrowserLaunch {
  private let template: [CChar]

  /// Opens an address if there is a display; `nil` if nothing was opened.
  init?(_ link: String, _ environment: (String) -> String? = Environment.value) {
    guard environment("DISPLAY") ?? environment("WAYLAND_DISPLAY") != nil,
      environment("FORMWORK_FRONT_END_BROWSER") != "none"
    else { return nil }
    var path = "\(Environment.temporaryDirectories(environment)[0])/formwork-XXXXXX.html"
      .systemCString
    let file = mkstemps(&path, 5)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    defer { Glibc.close(file) }
    // The link has no character that needs an escape.
    var page = TextOutput(descriptor: file)
    page.write(
      """
      <!doctype html><meta charset="utf-8"><title>Formwork</title>
      <meta http-equiv="refresh" content="0;url=\(link)"><a href="\(link)">Formwork</a>

      """)
    template = path
    guard (try? page.flush()) != nil, Self.open(path) else { return nil }
  }

  deinit { unlink(template) }

  /// Starts xdg-open in a session of its own, in which it cannot read keys of the terminal.
  private static func open(_ path: [CChar]) -> Bool {
    let script =
      "command -v xdg-open >/dev/null && setsid xdg-open \"$1\" </dev/null >/dev/null 2>&1 &"
    var process: pid_t = 0
    let file = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let error = withCStrings(["sh", "-c", script, "sh", file]) { arguments in
      posix_spawn(&process, "/bin/sh", nil, nil, arguments, environ)
    }
    return error == 0 && ProcessEnd(awaitingForASecond: process) == .exited(0)
  }
}
