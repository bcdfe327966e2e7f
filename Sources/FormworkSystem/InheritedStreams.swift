import Glibc

/// Two descriptors that a program was started with: for input, and for output.
package struct InheritedStreams: Equatable, Sendable {
  package let input: CInt
  package let output: CInt

  package init(input: CInt, output: CInt) { (self.input, self.output) = (input, output) }

  /// Creates the streams of a text such as `3,4`; fails if the program was not started with both.
  ///
  /// Both must be for their direction. The program's own files are closed when it starts another program, so they do not count.
  package init?(_ text: String) {
    let numbers = text.split(separator: ",").compactMap { CInt($0) }
    guard numbers.count == 2, text == "\(numbers[0]),\(numbers[1])",
      numbers.allSatisfy({ fcntl($0, F_GETFD) == 0 }),
      fcntl(numbers[0], F_GETFL) & O_ACCMODE != O_WRONLY,
      fcntl(numbers[1], F_GETFL) & O_ACCMODE != O_RDONLY
    else { return nil }
    self.init(input: numbers[0], output: numbers[1])
  }
}
