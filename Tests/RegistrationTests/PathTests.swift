import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct PathTests {
  /// A command for each option that names a file to read, with a directory in its place.
  @Test(arguments: [
    ("register --no-input --answers DIR", "answers file DIR"),
    ("profile --as ann --password-file FILE --answers DIR", "answers file DIR"),
    ("members --as ann --password-file DIR", "password from DIR"),
    ("password --as ann --password-file FILE --new-password-file DIR", "password from DIR"),
    ("policy --as ann --password-file FILE --terms DIR", "terms file DIR"),
  ])
  func aDirectoryIsNoFileToRead(_ words: String, _ beginning: String) async throws {
    let bench = try RegistrationBench()
    let folder = bench.path(of: "folder")
    try #require(mkdir(folder, 0o755) == 0)
    try await bench.register("ann")
    let file = try bench.passwordFile()
    let arguments = words.split(separator: " ")
      .map { ["DIR": folder, "FILE": file][$0] ?? String($0) }
    let complaint = "\(beginning.replacing("DIR", with: folder)): is a directory"
    #expect(
      try await bench.run(arguments, redirecting: "")
        == .failure("registration: \(complaint): name a file that can be read\n", status: 2))
  }

  /// A command line with a name that is not UTF-8, and the resulting files.
  struct Row: Sendable, CustomTestStringConvertible {
    /// The option or variable.
    let name: String
    /// The script, where `B` is an invalid byte, `R` the programs' directory, and `mk NAME` writes
    /// answers.
    let script: String
    /// The output of the last command, with the byte as a message shows it.
    let said: String
    /// The names of the created files, with that byte as `%`.
    let files: [String]

    var testDescription: String { name }

    init(_ name: String, _ commands: String..., said: String, files: [String] = []) {
      (self.name, self.said, self.files) = (name, said, files)
      script = commands.joined(separator: " && ")
    }
  }

  static let rows = [
    Row(
      "--accounts", #"mk ann | r --accounts "a$B" register --answers -"#,
      #"r --accounts "a$B" list | cut -f1"#, said: "ann\n", files: ["a%"]),
    Row(
      "--ca-file", #"r --accounts https://127.0.0.1:1 --ca-file "a$B" list | head -n 1"#,
      said:
        "Error: certificates in ./a\\xff: No such file or directory: name a file that can be read\n"
    ),
    Row("--accounts", #"r --accounts "$PWD/a$B" list"#, said: missing("DIR/a\\xff")),
    // Another byte means another file.
    Row(
      "--accounts", #"mk ann | r --accounts "a$B" register --answers -"#,
      #"r --accounts "a"$'\xfe' list"#, said: missing("./a\\xfe"), files: ["a%"]),
    // Characters with a meaning in a URI of SQLite.
    Row(
      "--accounts", #"mk ann | r --accounts "//$PWD/a?mode=memory#%41 $B" register --answers -"#,
      #"r --accounts "a?mode=memory#%41 $B" list | cut -f1"#, said: "ann\n",
      files: ["a?mode=memory#%41 %"]),
    Row(
      "--answers", #"mk ann >"a$B""#, #"r register --no-input --answers "a$B" | head -1"#,
      said: "Welcome, ann. Your username is ann.\n", files: ["a%"]),
    Row(
      "--answers", #"r register --no-input --answers "a$B""#,
      said: "registration: answers file a\\xff: No such file or directory: "
        + "name a file that can be read\n"),
    Row(
      "--password-file", "mk ann | r register --answers -", #"echo "$PW" >"p$B""#,
      #"r members --as ann --password-file "p$B" | cut -f1"#, said: "ann\n", files: ["p%"]),
    Row(
      "--new-password-file", "mk ann | r register --answers -", #"echo "$PW" >"p$B""#,
      #"echo "$PW 2" >"q$B""#,
      #"r password --as ann --password-file "p$B" --new-password-file "q$B""#,
      #"r members --as ann --password-file "q$B" | cut -f1"#, said: "ann\n", files: ["p%", "q%"]),
    Row(
      "--terms", #"echo words >"t$B""#, #"r policy --terms "t$B""#, "r terms", said: "words\n",
      files: ["t%"]),
    Row(
      "--log", #"lines | r register --log "l$B""#, #"stat -c %a "l$B""#, said: "600\n",
      files: ["l%"]),
    Row(
      "FORMWORK_LOG", #"lines | FORMWORK_LOG="l$B" r register"#, #"stat -c %a "l$B""#,
      said: "600\n", files: ["l%"]),
    Row(
      "--front-end-file", #"cp "$R/libformwork-front-end-plain.so" "f$B""#,
      #"lines | r register --front-end-file "f$B" | head -1"#, said: welcome, files: ["f%"]),
    Row(
      "--front-end-file", #"mkdir -m 700 "d$B""#,
      #"cp "$R/libformwork-front-end-plain.so" "d$B/f$B""#,
      #"lines | r register --isolate never --front-end-file "d$B/f$B" | head -1"#, said: welcome,
      files: ["d%", "d%/f%"]),
    Row(
      "--front-end-file", #"r list --front-end-file "f$B""#,
      said: "registration: f\\xff: there is no such file: check its path\n"),
    Row(
      "--trace", #"cp "$R/libformwork-front-end-plain.so" "f$B""#,
      #""$R/formwork" check-front-end "./f$B" --check detach --trace "t$B" --log "l$B" | tail -1"#,
      #"[ -s "t$B" ]"#, said: "detach: ok\n", files: ["f%", "l%", "t%"]),
    Row(
      "--data", #"echo "{}" >s; echo '{"a": 1}' >"f$B""#,
      #""$R/formwork" ask s --data "f$B" --no-input | tr -d ' \n'"#, said: #"{"a":1}"#,
      files: ["f%", "s"]),
    Row(
      "--output", #"echo "{}" >s; echo '{"a": 1}' >d"#,
      #""$R/formwork" ask s --data d --no-input --output "o$B""#, #"tr -d ' \n' <"o$B""#,
      said: #"{"a":1}"#, files: ["d", "o%", "s"]),
    Row(
      "--tty", #""$R/formwork" mcp --tty "t$B""#,
      said: "formwork: --tty t\\xff is no terminal: name one, such as /dev/pts/3\n"),
    Row("--allow-secrets", #""$R/formwork" mcp --allow-secrets "s$B" </dev/null"#, said: ""),
    Row(
      "HOME", #"mkdir -m 700 "h$B""#, #"export HOME="$PWD/h$B""#,
      #"mk ann | "$R/registration" register --answers -"#, #""$R/registration" list | cut -f1"#,
      said: "ann\n",
      files: [
        "h%", "h%/.local", "h%/.local/share", "h%/.local/share/formwork",
        "h%/.local/share/formwork/accounts.sqlite",
      ]),
    Row(
      "XDG_DATA_HOME", #"export XDG_DATA_HOME="$PWD/x$B""#,
      #"mk ann | "$R/registration" register --answers -"#, #""$R/registration" list | cut -f1"#,
      said: "ann\n", files: ["x%", "x%/formwork", "x%/formwork/accounts.sqlite"]),
    Row(
      "the working directory", #"mkdir -m 700 "d$B""#, #"cd "d$B""#,
      "mk ann | r --accounts c register --answers -", "r --accounts c list | cut -f1",
      said: "ann\n", files: ["d%", "d%/c"]),
    Row(
      "a symbolic link", #"mkdir -m 700 "d$B""#, #"ln -s "d$B" s"#,
      "mk ann | r --accounts s/c register --answers -",
      #"r --accounts "d$B/c" list | cut -f1"#, said: "ann\n", files: ["d%", "d%/c", "s"]),
    Row(
      "the programs' directory", #"mkdir -m 700 "d$B""#,
      #"cp "$R/registration" "$R/formwork-runner" "$R/libformwork-front-end-plain.so" "d$B""#,
      #"lines | "d$B/registration" register --isolate always | head -1"#, said: welcome,
      files: [
        "d%", "d%/formwork-runner", "d%/libformwork-front-end-plain.so", "d%/registration",
      ]),
    Row(
      "completions", #"mkdir "d$B""#, #": >"d$B/f$B""#,
      #"c=---completion; set -- check-front-end "d$B/""#,
      #""$R/formwork" $c $1 -- positional@0 2 3 formwork "$@" | od -An -c | tr -d ' \n'"#,
      said: "d377/f377\\n", files: ["d%", "d%/f%"]),
    Row(
      "an argument", #"r "lis$B""#,
      said: "Unknown command \"lis\\xff\": did you mean list?\nSee 'registration --help'.\n"),
  ]

  private static let welcome = "Welcome, Ann Lee. Your username is ann.\n"

  private static func missing(_ path: String) -> String {
    "registration: no accounts file at \(path): name another, or create it with 'register'\n"
  }

  @Test func eachOptionThatNamesAFileIsTried() async throws {
    let options = try await onThreadOfItsOwn {
      try ["registration", "formwork"].map { try CompletedValues(of: $0).fileOptions }
    }
    #expect(
      options[0].union(options[1]) == Set(Self.rows.map(\.name).filter { $0.hasPrefix("--") }))
  }

  /// Sorts the names that find(1) has printed, and writes the byte as `%`.
  private static let sorting = #"| LC_ALL=C sort | tr '\377' %"#

  private static let preparation = #"""
    B=$'\xff'; PW='correct horse battery staple'; umask 077; unset "${!XDG_@}"; export HOME=$PWD
    mk() { printf '{"username":"%s","password":"%s","passwordAgain":"%s"}' "$1" "$PW" "$PW"; }
    lines() { printf '%s\n' ann Ann Lee ann@example.org "$PW" "$PW"; }
    r() { "$R/registration" "$@"; }

    """#

  @Test(arguments: sampled(rows))
  func bytesThatAreNoUTF8AreKept(_ row: Row) async throws {
    let directory = try TemporaryDirectory()
    let (outcome, files) = try await onThreadOfItsOwn {
      var environment = Child.environment
      environment["R"] = try Program.path(named: "registration")
        .replacing("/registration", with: "")
      // The output of earlier commands does not count.
      let outcome = try Child.run(
        ["bash", "-c", Self.preparation + "{ \(row.script); } 2>&1"], environment: environment,
        directory: directory.path)
      let found = try Child.run(
        ["bash", "-c", "find . -mindepth 1 ! -path './.local*' -printf '%P\\n' \(Self.sorting)"],
        directory: directory.path)
      return (outcome, found.outputText)
    }
    let said = row.said.replacing("DIR", with: directory.path)
    #expect(outcome.outputText.hasSuffix(said), "\(outcome)")
    #expect(files == row.files.map { $0 + "\n" }.joined())
  }

  @Test func theFilesOfAPersonAreWhereTheVariablesSay() async throws {
    let bench = try RegistrationBench()
    let found = try await onThreadOfItsOwn {
      let script = #"""
        cd "$HOME" && export XDG_STATE_HOME="$HOME/s"$'\xff' XDG_CONFIG_HOME="$HOME/c"$'\xff'
        exec "$@"
        """#
      let terminal = try PseudoTerminal(
        ["bash", "-c", script, "bash"] + bench.command(["--no-drafts"]),
        environment: bench.homeEnvironment)
      for line in ["style everyday\r", "exit\r"] { try terminal.type(line) }
      #expect(try terminal.expectEnd() == .exited(0))
      return try Child.run(
        ["bash", "-c", "find . -type f -path './[sc]*' -printf '%m %P\\n' \(Self.sorting)"],
        directory: bench.directory.path)
    }
    #expect(
      found.outputText
        == "600 c%/formwork/registration\n600 s%/formwork/history/registration\n")
  }
}
