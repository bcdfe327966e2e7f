import Testing

/// The tests that use libedit in their own process, one after the other.
///
/// ncurses, from which libedit knows the terminal, stores its results in global variables, and crashed with
/// two threads.
@Suite(.serialized) enum WithinThisProcess {}
