import Testing

/// What authors of front ends and of programs are told, followed once for all tests.
@Suite(.workshop) enum AuthorTests {}
