package import FormworkTesting

extension Child {
  /// Whether this process may mount file systems, as root outside of a container usually may.
  package static func canMount() async throws -> Bool {
    try await onThreadOfItsOwn {
      try run(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"]).status == .exited(0)
    }
  }
}
