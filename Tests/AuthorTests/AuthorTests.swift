import Testing

/// The pages for authors of front ends and of programs, followed once for all tests.
@Suite(.workshop) enum AuthorTests {}
