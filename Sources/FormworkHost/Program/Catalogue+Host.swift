public import FormworkCore

extension Catalogue {
  /// The English messages of a host.
  public static let host = Catalogue([
    "host.raisedPrivileges":
      """
    running with raised privileges: front ends are code of the user who starts the program; remove \
    set-user-ID, set-group-ID and capabilities
    """,
    "host.another": "the terminal is in use by another host of this process",
    "host.shortage.files":
      "{count} files cannot be open at one time ({reason}): raise the limit with ulimit -n",
    "host.shortage.memory":
      "{count} MB of memory are not available ({reason}): raise the limit with ulimit -v",
    "host.shortage.threads":
      "{count} threads cannot be started ({reason}): raise the limit with ulimit -u",
    "host.unknownTerminal":
      """
    terminfo does not know the terminal "{kind}" (install its entry, or set TERM to a similar one, such as \
    xterm-256color)
    """,
    "host.using": "{reason}: using {name} instead",
    "host.usingAnother": "{reason}: using another instead",
    "host.continuing": "{reason}: keeping this one",

    "frontEnd.invalidName":
      "front end name {name}: 1 to {count} of a to z, 0 to 9 and - are allowed: {available}",
    "frontEnd.unknown": "unknown front end \"{name}\": {available}",
    "frontEnd.installed": .plural(one: "there is {names}", other: "there are {names}"),
    "frontEnd.noneInstalled": "none are installed",
    "frontEnd.refused": "{path}: {reason}",
    "frontEnd.gone": "front end \"{name}\" failed before: restart the program to try it again",
    "frontEnd.needsTerminal":
      "front end \"{name}\" needs a terminal, and TERM to name one that can move its cursor",
    "frontEnd.returnedUnasked": "front end \"{name}\" ended by itself",
    "frontEnd.returnedError": "front end \"{name}\" gave up ({reason})",
    "frontEnd.crashed": "front end \"{name}\" crashed ({signal})",
    "frontEnd.exited": "front end \"{name}\" exited early, with status {status}",
    "frontEnd.drewNothing": "front end \"{name}\" drew nothing for {count} seconds",
    "frontEnd.readNothing":
      "front end \"{name}\" read no message for {count} seconds",
    "frontEnd.promise": "None of them is run.",
    "frontEnd.stopped": "front end \"{name}\" was stopped, and did not continue",
    "frontEnd.didNotAnswer": .plural(
      one: "front end \"{name}\" did not answer ^C within a second",
      other: "front end \"{name}\" did not answer ^C within {count} seconds"),
    "frontEnd.didNotLeave": .plural(
      one: "front end \"{name}\" did not leave within a second",
      other: "front end \"{name}\" did not leave within {count} seconds"),
    "frontEnd.endlessRequests": "front end \"{name}\" asked to be replaced again and again",
    "frontEnd.brokeContract": "front end \"{name}\" broke the contract ({fault})",
    "frontEnd.endedProgram": "front end \"{name}\" ended the program",
    "frontEnd.unanswered": "front end \"{name}\" did not answer ^C: the program ends",

    "packet.length": .plural(one: "a packet of 1 byte", other: "a packet of {count} bytes"),
    "packet.kind": "a message of kind {kind}",
    "packet.size": "a message of size {size}",
    "packet.text": "a name or a line that is too long or not UTF-8",
    "packet.refusal": "a refusal without a reason",
    "packet.flood": "it sends messages, but reads none",

    "refusal.absent": "there is no such file: check its path",
    "refusal.cannotOpen": "could not be opened ({reason}): check who may read it",
    "refusal.symbolicLink": "a symbolic link, which is not followed: put the library itself there",
    "refusal.notRegularFile": "not a regular file: put the library itself there",
    "refusal.otherOwner":
      """
    {path} belongs to another user ({owner}): put the library where only you and root may write
    """,
    "refusal.writableByOthers": "others can write to {path}: run chmod go-w on it",
    "refusal.hidden": "hidden by {path}: remove one of them",
    "refusal.replaced": "this run uses {path} instead: start the program without it",
    "refusal.notELF": "not an ELF file: build it as a shared library",
    "refusal.otherMachine": "made for another kind of processor: build it for {machine}",
    "refusal.notLibrary": "not a shared library: link it with -shared",
    "refusal.damaged": "damaged, {damage}: build or copy it again",
    "refusal.damaged.header": "its header is invalid",
    "refusal.damaged.truncated": "it ends too early",
    "refusal.damaged.tooLarge": "one of its tables is too large",
    "refusal.damaged.segments": "its segments are out of order",
    "refusal.damaged.note": "a note is longer than its place",
    "refusal.damaged.dynamic": "its dynamic section is invalid",
    "refusal.damaged.symbols": "its symbol table is invalid",
    "refusal.noNote":
      "no Formwork note, so it is no front end: write FORMWORK_ELF_NOTE; at file scope",
    "refusal.otherContract":
      """
    made for version {version} of the contract, this host has {own}: build it with this host's \
    formwork.h
    """,
    "refusal.executableStack": "asks for an executable stack: link it with -z noexecstack",
    "refusal.writableCode": "has a segment both writable and executable: link it without -N",
    "refusal.textRelocations": "its code would be rewritten (TEXTREL): compile it with -fPIC",
    "refusal.relativePath":
      """
    would load other libraries by "{path}", a path that depends on where you are: link it with \
    $ORIGIN or an absolute path
    """,
    "refusal.searches": "would look for other libraries at {path}: {reason}",
    "refusal.openFolder": "others may put files into {path}: link it with another -rpath",
    "refusal.noEntry":
      "does not export the function formwork_front_end: write FORMWORK_EXPORT before its definition",
    "refusal.changed": "changed while it was loaded: try again when it is in place",
    "refusal.notLoadable": "could not be loaded ({reason}): install or link what it needs",
    "refusal.notLoadable.unexplained": "the loader gives no reason",
    "refusal.declined":
      "declines version {own} of the contract: return the table for its major version",
    "refusal.otherName":
      "calls itself \"{name}\": identifier is the N of libformwork-front-end-N.so",
    "refusal.badTable": "breaks the contract, {fault}: formwork.h says what it has to be",
    "refusal.badTable.size": "size of its table is less than sizeof(struct formwork_front_end)",
    "refusal.badTable.major": "abi_major of its table is not that of its note",
    "refusal.badTable.text":
      "identifier, name and version of its table have to be UTF-8 of 1 to {count} bytes",
    "refusal.badTable.identifier":
      "identifier of its table has to be 1 to {count} of a to z, 0 to 9 and -",
    "refusal.badTable.run": "run of its table is NULL",
    "refusal.notStarted":
      """
    {program} could not be started ({reason}): install it beside the program, or use --isolate \
    never
    """,
    "refusal.runnerFailed": "could not be loaded in a process of its own: {reason}",
    "runner.slow": .plural(
      one: "it takes longer than a second", other: "it takes longer than {count} seconds"),
    "runner.ended": "its process ended with status {status}",
    "runner.brokeContract": "it broke the contract: {fault}",
    "runner.outOfTurn": "its process sent another message first",

    "editor.failed": "editor \"{command}\": {reason}: the text is unchanged",
    "editor.noFolder": "no folder can be made in {directory} ({reason})",
    "editor.sharedDirectory": "other users may put files into {directory}",
    "editor.notMade": "its file cannot be made ({reason})",
    "editor.notWritten": "its file cannot be written ({reason})",
    "editor.signalled": "it was ended by signal {signal}",
    "editor.exited": "it ended with status {status}",
    "editor.notRunnable": "it cannot be run",
    "editor.notFound": "it was not found",
    "editor.noFile": "it has replaced its file by something else",
    "editor.notRead": "its file cannot be read ({reason})",
    "editor.tooLong": "the text has more than {count} bytes",
    "editor.notUTF8": "the text is not UTF-8",
    "editor.encoding": "the text is {name}: save it as UTF-8",

    "log.refused": "{option} {path}: {reason}",
    "log.noFile": "is no regular file: name another",
    "stream.closed": "{stream} is closed",
    "stream.failed": "{stream}: {reason}",
    "stream.input": "standard input",
    "stream.output": "standard output",

    "usage.noValue": "{option} has no value after the =",
    "usage.emptyPath": "{option} is empty: name a file",
    "usage.longPath": "{option}: a path has fewer than {count} bytes: name a file",
    "usage.otherCommand":
      "Unknown option \"{option}\": it is an option of {command}: write it after the command",
    "usage.unknownCommand": "Unknown command {word}: there are {commands}",
    "usage.unknownCommand.near": "Unknown command {word}: did you mean {command}?",
    "usage.afterDashes": "Unexpected argument {word} after --: omit the --",
    "usage.exclusive": "{option} cannot be combined with {other}",
    "usage.resume": "--resume cannot be combined with --no-drafts, --no-input or --answers -",
    "usage.help": "See '{program} --help'.",
  ])
}
