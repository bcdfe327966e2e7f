import CFormworkWire
import Foundation
import TestSupport
import Testing

/// Runs `Scripts/install` and `Scripts/package` in a copy of the sources that they need.
///
/// The programs are those of this run. With `FORMWORK_TEST_LONG` they are the release.
@Suite(.serialized) struct InstallationTests {

  /// The limit for a script beside other tests.
  private static let limit = Duration.seconds(300)

  private let directory: TemporaryDirectory

  /// The user's home, which contains other files as well.
  private var home: String { directory.path(of: "home") }
  private var prefix: String { home + "/.local" }
  private var sources: String { directory.path(of: "sources") }

  init() throws {
    directory = try TemporaryDirectory()
    for file in [
      "Scripts/install", "Scripts/package", ".github/CHANGELOG.md", ".github/LICENSE",
      ".github/copyright",
      "Sources/registration/Manual/registration.1", "Sources/FormworkCLI/Manual/formwork.1",
      "Sources/FormworkCLI/Manual/formwork-ask.1", "Sources/FormworkCLI/Manual/formwork-mcp.1",
      "Plugins/Manual/formwork.7",
    ] {
      try Self.makeFolder(of: "\(sources)/\(file)")
      try FileManager.default.copyItem(atPath: PackageFile(file).path, toPath: "\(sources)/\(file)")
    }
    for file in [
      ".local/bin/mine", ".local/lib/formwork/notes", ".local/share/fish/config.fish", ".editrc",
    ] {
      try Self.makeFolder(of: "\(home)/\(file)")
      try Data("mine\n".utf8).write(to: URL(filePath: "\(home)/\(file)"))
    }
  }

  // MARK: Install

  private var installer: String { sources + "/Scripts/install" }

  private func install(in prefix: String) throws -> Child.Outcome {
    try run(installer, ["--prefix", prefix, "--from", Self.programs()])
  }

  private func uninstall(_ prefix: String) throws -> Child.Outcome {
    try run(installer, ["--prefix", prefix, "--uninstall"])
  }

  /// The prefix has special characters in its name, and links in place of target files.
  @Test func whatIsInstalledNeedsNoSourcesAndLeavesNothing() async throws {
    let before = try contents(of: home)
    let prefix = home + "/a b/$(touch PWNED)&|\\/c"
    for name in [
      "bin/.registration", "bin/.formwork", "libexec/formwork/.registration",
      "libexec/formwork/.installed", "libexec/formwork/.install", "share/man/man1/.registration.1",
      "share/zsh/site-functions/._formwork",
    ] {
      let link = "\(prefix)/\(name).formwork-new"
      try Self.makeFolder(of: link)
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: home + "/.editrc")
    }
    try await onThreadOfItsOwn {
      #expect(
        try install(in: prefix)
          == Child.Outcome(
            .exited(0), output: "Formwork is installed in \(prefix)\n",
            errors: "install: \(prefix)/bin is not in PATH: add it\n"))
      try FileManager.default.removeItem(atPath: sources)
      try use(prefix)
      #expect(try run("\(prefix)/libexec/formwork/install", ["--uninstall"]) == .success())
    }
    // Files made by the programs belong to the user.
    let files = try contents(of: home).filter { !$0.value.isEmpty }
    #expect(
      files.filter { !$0.key.hasPrefix(".local/share/formwork/") }
        == before.filter { !$0.value.isEmpty })
    #expect(files.keys.contains(".local/share/formwork/accounts.sqlite"))
  }

  @Test func anOlderInstallationIsReplacedWhileItsProgramsRun() async throws {
    let before = try contents(of: home)
    try await onThreadOfItsOwn {
      #expect(try install(in: prefix).status == .exited(0))
      let first = try contents(of: home)
      try breakOff(first)
      let shell = try Child(
        ["\(prefix)/bin/registration"], environment: environment, input: .pipe)
      // Files of an older version: a front end, and a page in a directory that it has created.
      let list = prefix + "/libexec/formwork/installed"
      let gone = ["libexec/formwork/libformwork-front-end-old.so", "share/man/man8/old.8"]
      var lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(
        String.init)
      for file in gone {
        try Self.makeFolder(of: "\(prefix)/\(file)")
        try Data("old\n".utf8).write(to: URL(filePath: "\(prefix)/\(file)"))
        lines.append("f \(file)")
      }
      lines = (lines + ["d share/man/man8"]).sorted()
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: list))
      #expect(try install(in: prefix).status == .exited(0))
      #expect(try contents(of: home) == first)
      try shell.write("front-ends\nexit\n")
      try shell.closeInput()
      let outcome = try shell.wait()
      #expect(outcome.status == .exited(0))
      #expect(
        outcome.outputText.split(separator: "\n").map { $0.prefix(9) } == [
          "editline ", "lines 1.0", "plain 1.0", "screen 1.", "web 1.0 /",
        ])
      #expect(try uninstall(prefix) == .success())
      #expect(try contents(of: home) == before)
      let complaint = "Formwork is not installed there: give its place with --prefix"
      #expect(try uninstall(prefix) == .failure("install: \(prefix): \(complaint)\n"))
    }
  }

  /// Breaks off installations, which changes nothing.
  private func breakOff(_ first: [String: Data]) throws {
    // The last copy cannot be made.
    let inTheWay = prefix + "/share/zsh/site-functions/._registration.formwork-new"
    try Self.makeFolder(of: inTheWay + "/.")
    let broken = try install(in: prefix)
    #expect(broken.status == .exited(1))
    #expect(broken.errorText.hasPrefix("cp: cannot overwrite directory '\(inTheWay)'"))
    try FileManager.default.removeItem(atPath: inTheWay)
    #expect(try contents(of: home) == first)

    let other = try Child(["flock", prefix, "sh", "-c", "echo locked; cat"], input: .pipe)
    try other.expect("locked")
    for outcome in [try install(in: prefix), try uninstall(prefix)] {
      #expect(outcome == .failure("install: \(prefix): another installation is running\n"))
    }
    try other.closeInput()
    _ = try other.wait()
    #expect(try contents(of: home) == first)
  }

  /// The remains of a killed installation are removed.
  @Test func whatIsKilledIsUninstalled() async throws {
    let before = try contents(of: home)
    try await onThreadOfItsOwn {
      // A copy that starts, and waits.
      let copier = """
        #!/bin/sh
        for last; do :; done
        case $last in
          */.registration.formwork-new) echo begun >"$last"; echo >begun; read line <held ;;
          *) exec /bin/cp "$@" ;;
        esac
        """
      try Self.makeFolder(of: directory.path(of: "tools/cp"))
      try directory.write(copier, to: "tools/cp")
      try #require(chmod(directory.path(of: "tools/cp"), 0o755) == 0)
      for pipe in ["begun", "held"] {
        try #require(mkfifo(directory.path(of: pipe), 0o600) == 0)
      }
      let path = directory.path(of: "tools") + ":/usr/sbin:/usr/bin:/sbin:/bin"
      let installing = try Child(
        [installer, "--prefix", prefix, "--from", Self.programs()],
        environment: environment.merging(["PATH": path]) { $1 }, directory: directory.path)
      let begun = try run("sh", ["-c", "read line <begun; echo copying"])
      #expect(begun.outputText == "copying\n")
      installing.send(SIGKILL)
      _ = try run("sh", ["-c", "echo >held"])
      #expect(try installing.wait().status == .signalled(SIGKILL))
      #expect(try uninstall(prefix) == .success())
    }
    #expect(try contents(of: home) == before)
  }

  /// A list that no installation has written is neither used nor extended.
  @Test func aHostileListIsRefused() async throws {
    let list = prefix + "/libexec/formwork/installed"
    try Self.makeFolder(of: list)
    for entry in [
      "f ../.editrc", "f share/../../.editrc", "f bin/../mine", "f /etc/hostname",
      "f bin/mine/..", "f lib/formwork/notes", "f share/fish/config.fish", "f bin/", "f bin/.",
      "f ", "f", "x bin/mine", "d ..", "d share/../..", "d /", "d /nowhere", "d ", "bin/mine",
    ] {
      try Data("f bin/mine\n\(entry)\n".utf8).write(to: URL(filePath: list))
      let before = try contents(of: home)
      // The same check of a list, after the preparation of many files.
      let isInstalled = isLongRun || entry == "bin/mine"
      let outcomes = try await onThreadOfItsOwn {
        [try uninstall(prefix)] + (isInstalled ? [try install(in: prefix)] : [])
      }
      for outcome in outcomes {
        #expect(outcome.status == .exited(1), "\(entry)")
        #expect(
          outcome.errorText.hasPrefix(
            "install: \(list): an entry that no installation writes: remove it: "))
        #expect(outcome.errorText.filter { $0 == "\n" }.count == 1)
      }
      let files = try contents(of: home).filter { !$0.value.isEmpty }
      #expect(files == before.filter { !$0.value.isEmpty })
    }
  }

  /// Refused before anything is changed.
  @Test func aPrefixWithALineBreakIsRefused() async throws {
    let before = try contents(of: home)
    let complaint = "the path of the prefix has a line break: choose another --prefix"
    for name in ["a\nb", "a\n", "\n", "a\n/b"] {
      let prefix = "\(home)/\(name)"
      let outcomes = try await onThreadOfItsOwn {
        [try install(in: prefix), try uninstall(prefix)]
      }
      for outcome in outcomes { #expect(outcome == .failure("install: \(complaint)\n", status: 2)) }
    }
    #expect(try contents(of: home) == before)
  }

  /// A foreign file at a target, or a directory that cannot be created, prevents all changes.
  @Test(arguments: [
    (
      ".local/bin/formwork",
      "install: %/bin/formwork exists, and is not from an installation: move it away, or choose another"
    ),
    (".local/libexec", "mkdir: cannot create directory '%/libexec'"),
  ])
  func whatIsInTheWayStays(file: String, complaint: String) async throws {
    try Data("mine\n".utf8).write(to: URL(filePath: "\(home)/\(file)"))
    let before = try contents(of: home)
    let outcome = try await onThreadOfItsOwn { try install(in: prefix) }
    #expect(outcome.status == .exited(1))
    #expect(outcome.errorText.hasPrefix(complaint.replacing("%", with: prefix)))
    #expect(outcome.errorText.filter { $0 == "\n" }.count == 1)
    #expect(try contents(of: home) == before)
  }

  @Test(
    arguments: [
      ("install", ["--prefx"], 2, "--prefx: no such option, or no value for it; try --help"),
      ("install", ["--prefix"], 2, "--prefix: no such option, or no value for it; try --help"),
      ("install", ["--prefix", ""], 2, "--prefix: no such option, or no value for it; try --help"),
      (
        "install", ["--uninstall", "--from", "/"], 2,
        "--from and --uninstall cannot be combined; try --help"
      ),
      (
        "install", ["--from", "/nowhere"], 1,
        "/nowhere: no programs there: build them with Scripts/release"
      ),
      (
        "package", ["--from", "/", "more"], 2,
        "more: no such option, or no value for it; try --help"
      ),
      (
        "package", ["--from", "/", "--output", "/nowhere"], 1,
        "/nowhere: no such directory: create it"
      ),
    ] as [(String, [String], Int32, String)])
  func wrongUsageIsSaidInOneLine(script: String, arguments: [String], status: Int32, line: String)
    async throws
  {
    let outcome = try await onThreadOfItsOwn { try run("\(sources)/Scripts/\(script)", arguments) }
    #expect(outcome == .failure("\(script): \(line)\n", status: status))
  }

  /// Runs the commands of the README in order, with the prefix of the test.
  @Test func theReadmeInstalls() async throws {
    let blocks = Transcript.blocks(of: try PackageFile("README.md").text(), language: "install")
    let written = Transcript(blocks)
    #expect(written.steps.count == 3)
    let before = try contents(of: home)
    try await onThreadOfItsOwn {
      // All except the build, which takes minutes.
      let programs = try Self.programs()
      let commands = blocks.map {
        $0.replacing(
          "Scripts/install\n", with: "Scripts/install --prefix ~/.local --from '\(programs)'\n")
      }
      let environment = environment.merging(["PATH": "\(prefix)/bin:/usr/bin:/bin"]) { $1 }
      let shown = try Transcript(commands).typed(
        in: sources, environment: environment, limit: Self.limit)
      #expect(
        shown.map(\.output) == written.steps.map { $0.output.replacing("/home/ann", with: home) })
    }
    #expect(try contents(of: home) == before)
  }

  // MARK: Package

  /// With a separate package database that knows the packages of the machine.
  @Test(.enabled(if: isLongRun, "FORMWORK_TEST_LONG is not set"))
  func aPackageIsInstalledUpgradedAndRemoved() async throws {
    try await onThreadOfItsOwn {
      let made = try run(
        sources + "/Scripts/package", ["--from", Self.programs(), "--output", directory.path])
      let package = String(made.outputText.dropLast())
      #expect(made.status == .exited(0) && made.errorText.isEmpty, "\(made)")
      let linted = try run("lintian", ["--allow-root", "--fail-on", "error", package])
      #expect(linted.status == .exited(0), "\(linted)")
      let older = try makeOlder(package)

      let root = directory.path(of: "root")
      for folder in ["info", "updates"] {
        try Self.makeFolder(of: "\(root)/var/lib/dpkg/\(folder)/.")
      }
      try FileManager.default.copyItem(
        atPath: "/var/lib/dpkg/status", toPath: root + "/var/lib/dpkg/status")
      let before = try contents(of: root + "/usr")
      #expect(before.isEmpty)
      try dpkg(root, "--install", older)
      #expect(try contents(of: root + "/usr")["share/man/man8/old.8"] != nil)
      try dpkg(root, "--install", package)
      #expect(try contents(of: root + "/usr")["share/man/man8/old.8"] == nil)
      let shown = try run(
        "dpkg-query",
        ["--admindir=\(root)/var/lib/dpkg", "--show", "--showformat=${Version}", "formwork"])
      #expect(shown.outputText == FORMWORK_VERSION)
      try use(root + "/usr")
      try dpkg(root, "--purge", "formwork")
      #expect(try contents(of: root + "/usr").isEmpty)
    }
  }

  /// Creates an earlier version of the package, with a file that the later one lacks.
  private func makeOlder(_ package: String) throws -> String {
    let (tree, older) = (directory.path(of: "older"), directory.path(of: "older.deb"))
    let script = """
      dpkg-deb --raw-extract "$1" "$2" && mkdir "$2/usr/share/man/man8" && echo old > "$2/usr/share/man/man8/old.8" \
        && sed -i 's/^Version: /&0.0~/' "$2/DEBIAN/control" && dpkg-deb -Znone --build "$2" "$3"
      """
    let outcome = try run("sh", ["-c", script, "sh", package, tree, older])
    #expect(outcome.status == .exited(0), "\(outcome)")
    return older
  }

  private func dpkg(_ root: String, _ arguments: String...) throws {
    let outcome = try run(
      "dpkg", ["--root=\(root)", "--force-not-root", "--force-script-chrootless"] + arguments)
    #expect(outcome.status == .exited(0), "\(outcome)")
  }

  /// Without Swift, and without the sources.
  ///
  /// The archive of this test is made by hand: its programs need shared libraries, which is refused.
  @Test func anArchiveIsInstalled() async throws {
    let archive = directory.path(of: "archive")
    try await onThreadOfItsOwn {
      let refused = try run(
        sources + "/Scripts/package",
        ["--static", "--from", Self.programs(), "--output", directory.path])
      #expect(refused.status == .exited(1))
      #expect(
        refused.errorText.hasSuffix(": build with Scripts/release --static\n"), "\(refused)")

      #expect(try install(in: archive + "/tree").status == .exited(0))
      try FileManager.default.removeItem(atPath: archive + "/tree/libexec/formwork/installed")
      try FileManager.default.copyItem(atPath: installer, toPath: archive + "/install")
      try FileManager.default.removeItem(atPath: sources)
      let before = try contents(of: home)
      #expect(
        try run(archive + "/install", ["--prefix", prefix, "--from", "/"])
          == .failure(
            "install: this copy installs the programs beside it: leave out --from\n", status: 2))
      let installed = try run(archive + "/install", ["--prefix", prefix])
      #expect(installed.outputText == "Formwork is installed in \(prefix)\n")
      try use(prefix)
      #expect(try run("\(prefix)/libexec/formwork/install", ["--uninstall"]) == .success())
      #expect(Set(before.keys).isSubset(of: try contents(of: home).keys))
    }
  }

  // MARK: Support

  /// Uses the programs that are installed in a prefix.
  private func use(_ prefix: String) throws {
    for program in ["bin/registration", "bin/formwork", "libexec/formwork/formwork-runner"] {
      #expect(try run("\(prefix)/\(program)", ["--version"]) == .success(FORMWORK_VERSION + "\n"))
    }
    let frontEnds = ["editline", "lines", "plain", "screen", "web"].map {
      "\($0) 1.0 \(prefix)/libexec/formwork/libformwork-front-end-\($0).so\n"
    }
    #expect(try run("\(prefix)/bin/registration", ["front-ends"]) == .success(frontEnds.joined()))
    let answers = try directory.write(
      #"{"username": "ann", "password": "\#(RegistrationBench.password)", "passwordAgain": "\#(RegistrationBench.password)"}"#,
      to: "answers.json")
    #expect(
      try run("\(prefix)/bin/registration", ["register", "--answers", answers, "--no-input"])
        == .success("Welcome, ann. Your username is ann.\nThere is 1 account.\n"))
    let checked = try run(
      "\(prefix)/bin/formwork",
      ["check-front-end", "plain"] + (isLongRun ? [] : ["--check", "runner"]))
    #expect(checked.status == .exited(0), "\(checked)")
    #expect(
      checked.outputText.split(separator: "\n").allSatisfy { $0.hasSuffix(": ok") }, "\(checked)")
    for (name, folder) in [
      ("registration.1", "man1"), ("formwork.1", "man1"), ("formwork-ask.1", "man1"),
      ("formwork-mcp.1", "man1"),
      ("formwork.7", "man7"),
    ] {
      let page = try run(
        "sh", ["-c", "zcat -f \"$1\"* | head -1", "sh", "\(prefix)/share/man/\(folder)/\(name)"])
      #expect(page.outputText.contains(" \"Formwork \(FORMWORK_VERSION)\" "), "\(page)")
    }
    let zsh = prefix.hasSuffix("usr") ? "vendor-completions" : "site-functions"
    for script in [
      ("bash", "bash-completion/completions/registration"), ("zsh", "zsh/\(zsh)/_registration"),
      ("fish", "fish/vendor_completions.d/registration.fish"),
      ("bash", "bash-completion/completions/formwork"),
      ("zsh", "zsh/\(zsh)/_formwork"), ("fish", "fish/vendor_completions.d/formwork.fish"),
    ] {
      #expect(try run(script.0, ["-n", "\(prefix)/share/\(script.1)"]) == .success())
    }
  }

  /// The environment of the scripts and the programs: no Swift, and the user's home.
  private var environment: [String: String] {
    ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "SWIFT_BACKTRACE": "enable=no"]
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Child.Outcome {
    try Child.run(
      [program] + arguments, environment: environment, directory: directory.path, limit: Self.limit)
  }

  /// Returns the folder of the programs to install.
  private static func programs() throws -> String {
    guard isLongRun, ProcessInfo.processInfo.environment["FORMWORK_TEST_PROGRAMS"] == nil else {
      return URL(filePath: try Program.path(named: "registration")).deletingLastPathComponent()
        .path(
          percentEncoded: false)
    }
    // Child.environment has the path of this run, which includes Swift.
    let built = try Child.run(
      [PackageFile("Scripts/release").path], environment: release, limit: .seconds(3600))
    return try #require(built.outputText.split(separator: "\n").last.map(String.init))
  }

  private static let release = Child.environment.merging(["HOME": NSHomeDirectory()]) { $1 }

  private static func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// Returns the contents of a folder by path: files, links, and empty data for directories.
  private func contents(of folder: String) throws -> [String: Data] {
    let files = FileManager.default
    var contents: [String: Data] = [:]
    for path in files.subpathsIfAny(of: folder) {
      let whole = "\(folder)/\(path)"
      if let target = try? files.destinationOfSymbolicLink(atPath: whole) {
        contents[path] = Data(target.utf8)
      } else {
        contents[path] = files.contents(atPath: whole) ?? Data()
      }
    }
    return contents
  }
}

extension FileManager {
  /// Returns the paths of everything in a folder, or none if it is missing.
  fileprivate func subpathsIfAny(of folder: String) -> [String] {
    fileExists(atPath: folder) ? subpaths(atPath: folder) ?? [] : []
  }
}
