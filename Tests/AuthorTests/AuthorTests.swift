import Testing

/// What authors of front ends are told, followed once for all tests.
@Suite(.workshop) enum AuthorTests {}
