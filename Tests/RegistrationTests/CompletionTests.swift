import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormworkHost

@Suite struct CompletionTests {
  /// Lines before Tab and their completions.
  private static let lines = [
    ("registration lis", "registration list"),
    ("registration --answ", "registration --answ"),
    ("registration register --answ", "registration register --answers"),
    ("registration register --answers ans", "registration register --answers answers.json"),
    ("registration register --answers=ans", "registration register --answers=answers.json"),
    ("registration --accounts acc", "registration --accounts accounts.sqlite"),
    ("registration --accounts=acc", "registration --accounts=accounts.sqlite"),
    ("registration policy --terms ans", "registration policy --terms answers.json"),
    ("registration profile --answers ans", "registration profile --answers answers.json"),
    (
      "registration members --password-file=ans",
      "registration members --password-file=answers.json"
    ),
    (
      "registration --accounts accounts.sqlite members --as bo",
      "registration --accounts accounts.sqlite members --as bob"
    ),
    (
      "registration details --accounts accounts.sqlite an",
      "registration details --accounts accounts.sqlite ann.lee"
    ),
    ("registration --front-end=pl", "registration --front-end=plain"),
    ("registration --log=acc", "registration --log=accounts.sqlite"),
    (
      "registration --accounts accounts.sqlite show an",
      "registration --accounts accounts.sqlite show ann.lee"
    ),
    (
      "registration --accounts=accounts.sqlite show bo",
      "registration --accounts=accounts.sqlite show bob"
    ),
    (
      "registration show --accounts accounts.sqlite bo",
      "registration show --accounts accounts.sqlite bob"
    ),
    // A file by another program may contain such an account.
    (
      "registration show --accounts accounts.sqlite ev",
      "registration show --accounts accounts.sqlite ev"
    ),
    (
      "registration delete --accounts accounts.sqlite --confirm bo",
      "registration delete --accounts accounts.sqlite --confirm bob"
    ),
    ("registration --style=ev", "registration --style=everyday"),
    ("formwork demo --style=rec", "formwork demo --style=records"),
    ("formwork ask ans", "formwork ask answers.json"),
    ("formwork ask answers.json --data=ans", "formwork ask answers.json --data=answers.json"),
    ("formwork show ans", "formwork show answers.json"),
    ("formwork validate answers.json ans", "formwork validate answers.json answers.json"),
    ("formwork check-front-end pl", "formwork check-front-end plain"),
    (
      "formwork check-front-end ./li",
      #"formwork check-front-end ./libx\$\(touch\ PWNED\).so"#
    ),
    ("formwork check-front-end ./ans", "formwork check-front-end ./answers.json"),
  ]

  /// Commands that start a shell without the user's settings, but with the scripts.
  private static let shells = [
    "bash": (
      ["bash", "--norc", "--noprofile", "-i"], "PS1='> '; for f in *.bash; do . ./$f; done"
    ),
    "zsh": (
      ["zsh", "-f", "-i"],
      "PS1='> '; autoload -Uz compinit && compinit -D -u; for f in *.zsh; do . ./$f; done"
    ),
    "fish": (
      ["fish", "--no-config"],
      "set -g fish_autosuggestion_enabled 0; function fish_prompt; echo -n '> '; end; "
        + "for f in *.fish; source $f; end"
    ),
  ]

  @Test(arguments: shells.keys.sorted())
  func tabCompletes(_ shell: String) async throws {
    let bench = try RegistrationBench()
    for name in ["ann.lee", "bob", "eve"] { try await bench.register(name) }
    try await DatabaseQueue(path: bench.accounts).write {
      try $0.execute(
        sql: "UPDATE account SET username = 'eve$(touch PWNED)' WHERE username = 'eve'")
    }
    let (command, settings) = try #require(Self.shells[shell])
    try await onThreadOfItsOwn {
      let programs = URL(filePath: try Program.path(named: "registration"))
        .deletingLastPathComponent().path(percentEncoded: false)
      try bench.directory.write("{}", to: "answers.json")
      try bench.directory.write("", to: "libx$(touch PWNED).so")
      // A folder with the name of an account is not completed.
      try FileManager.default.createDirectory(
        atPath: bench.path(of: "bob"), withIntermediateDirectories: false)
      for name in ["registration", "formwork"] {
        let script = try Child.run(
          [Program.path(named: name), "--generate-completion-script", shell])
        #expect(script.status == .exited(0))
        try bench.directory.write(script.outputText, to: "\(name).\(shell)")
      }
      var environment = bench.homeEnvironment
      environment["PATH"] = "\(programs):/usr/bin:/bin"
      environment["FORMWORK_FRONT_END"] = nil
      let screen = try Screen(
        command, environment: environment, directory: bench.directory.path,
        size: PseudoTerminal.Size(columns: 100, rows: 30))
      try screen.type(settings + "; clear\r")
      let show = "registration --accounts accounts.sqlite show "
      let values = try ["registration", "formwork"].flatMap { try CompletedValues(of: $0).lines }
      let lines = Self.lines + values + (shell == "zsh" ? [] : [(show + "AN", show + "ann.lee")])
      for (typed, completed) in lines {
        _ = try screen.waitUntil { $0.last == ">" }
        try screen.type(typed + "\t")
        // Without a completion the line stays: the next key shows that Tab was read.
        try screen.type("#")
        let shown = try screen.waitUntil { $0.last?.hasSuffix("#") == true }.last
        // After an option zsh writes a =, which a blank replaces.
        let line = shown?.dropFirst(2).dropLast().reversed().drop { " =".contains($0) }.reversed()
        #expect(line.map { String($0) } == completed, "\(typed)")
        try screen.key("C-u")
      }
      #expect(!bench.directory.contains("PWNED"))
    }
  }

  /// Only numbers and free texts have no completions.
  @Test func everyOtherOptionHasCompletions() async throws {
    let uncompleted = try await onThreadOfItsOwn {
      try ["registration", "formwork"].map { try CompletedValues(of: $0).uncompleted }
    }
    #expect(
      uncompleted == [
        ["password-fd", "new-password-fd", "search", "username-length", "password-length"],
        [
          "drafts-of", "detail", "submit-label", "seed", "map", "limit-bytes", "limit-depth",
          "limit-digits", "limit-steps",
          "formwork input", "formwork password", "formwork choose", "formwork confirm", "default",
          "placeholder", "help-text", "pattern", "minimum-length", "maximum-length",
        ],
      ])
  }

  @Test(
    arguments: [
      (["--accounts=", "register"], "--accounts"), (["list", "--front-end="], "--front-end"),
      (["--accounts=x"], nil), (["--accounts", "="], nil), (["--", "--accounts="], nil),
      (["---completion", "--accounts="], nil), (["--a==", "x"], nil), ([], nil),
    ] as [([String], String?)])
  func anOptionWithoutItsValueIsFound(_ words: [String], _ option: String?) {
    #expect(ProgramArguments(words).emptyOption == option)
  }

  @Test func theLastValueOfAnOptionCounts() {
    let arguments = ProgramArguments(["--a", "1", "show", "--a=2", "--b", "--a"])
    #expect(arguments.value(of: "--a") == "2")
    #expect(arguments.value(of: "--b") == "--a")
    #expect(arguments.value(of: "--c") == nil)
  }
}
