import FormworkCore
import Glibc
import Testing

@testable import FormworkHost

@Suite struct FrontEndErrorTests {
  private static let names = ["editline", "plain"].compactMap { FrontEndName($0) }

  @Test(arguments: [
    (
      FrontEndError.invalidName("Pl\u{1B}[2Jain\n\u{202E}", available: names),
      "front end name \"Pl\u{FFFD}[2Jain\u{FFFD}\u{FFFD}\": 1 to 64 of a to z, 0 to 9 and - are "
        + "allowed: there are editline, plain"
    ),
    (
      .unknown(names[0], available: [names[1]]),
      "unknown front end \"editline\": there is plain"
    ),
    (.unknown(names[0], available: []), "unknown front end \"editline\": none are installed"),
    (
      .refused(path: "/a\u{9B}b/x.so", .noNote),
      "/a\u{FFFD}b/x.so: no Formwork note, so it is no front end: write FORMWORK_ELF_NOTE; at file "
        + "scope"
    ),
    (
      .refused(path: "/x.so", .otherContract(ContractVersion(major: 2, minor: 3))),
      "/x.so: made for version 2.3 of the contract, this host has 1.0: build it with this host's "
        + "formwork.h"
    ),
    (
      .refused(path: "/x.so", .cannotOpen(EACCES)),
      "/x.so: could not be opened (Permission denied): check who may read it"
    ),
    (
      .refused(path: "/x.so", .cannotOpen(ENOENT)), "/x.so: there is no such file: check its path"
    ),
    (
      .refused(path: "/a/x.so", .otherOwner("/a\n", 7)),
      "/a/x.so: /a\u{FFFD} belongs to another user (7): put the library where only you and root "
        + "may write"
    ),
    (
      .refused(path: "/a/x.so", .writableByOthers("/a\n")),
      "/a/x.so: others can write to /a\u{FFFD}: run chmod go-w on it"
    ),
    (
      .refused(path: "/x.so", .relativePath("a\nb")),
      "/x.so: would load other libraries by \"a\u{FFFD}b\", a path that depends on where you are: "
        + "link it with $ORIGIN or an absolute path"
    ),
    (
      .refused(path: "/x.so", .searches("/t\u{7}mp", .openFolder("/t\u{7}mp"))),
      "/x.so: would look for other libraries at /t\u{FFFD}mp: others may put files into "
        + "/t\u{FFFD}mp: link it with another -rpath"
    ),
    (
      .refused(path: "/x.so", .damaged(.truncated)),
      "/x.so: damaged, it ends too early: build or copy it again"
    ),
    (
      .refused(path: "/x.so", .notLoadable("undefined symbol")),
      "/x.so: could not be loaded (undefined symbol): install or link what it needs"
    ),
    (
      .refused(path: "/x.so", .otherName("b\u{7}ad")),
      "/x.so: calls itself \"b\u{FFFD}ad\": identifier is the N of libformwork-front-end-N.so"
    ),
    (
      .refused(path: "/x.so", .badTable(.run)),
      "/x.so: breaks the contract, run of its table is NULL: formwork.h says what it has to be"
    ),
  ])
  func oneLine(_ error: FrontEndError, _ line: String) {
    #expect(error.message.inEnglish == line)
  }

  @Test func aNameAlone() {
    #expect(
      FrontEndError.gone("editline").message.inEnglish
        == "front end \"editline\" failed before: restart the program to try it again")
    #expect(
      FrontEndError.needsTerminal("editline").message.inEnglish
        == "front end \"editline\" needs a terminal, and TERM to name one that can move its cursor")
  }

  @Test func aLongNameIsCut() {
    let error = FrontEndError.invalidName(String(repeating: "X", count: 100_000), available: [])
    #expect(
      error.message.inEnglish
        == "front end name \"\(String(repeating: "X", count: 40))…\": 1 to 64 of a to z, "
        + "0 to 9 and - are allowed: none are installed")
  }
}
