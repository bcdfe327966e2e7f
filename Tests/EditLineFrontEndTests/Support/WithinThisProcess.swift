import Testing

/// What has libedit in the tests' own process, one after the other: ncurses, by which libedit knows the terminal,
/// keeps what it has found in variables of the whole process, and two threads at once made it crash.
@Suite(.serialized) enum WithinThisProcess {}
