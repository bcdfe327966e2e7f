import CFormworkSystem

/// The process that a checker leaves behind, which sees to it that the processes of front ends end with the checker.
package enum Keeper {
  /// Goes on in a child of this process; to be called while there is one thread.
  ///
  /// Where the system has no room for a child, the checker goes on without a keeper: what front ends have started may
  /// outlive the checker then.
  package static func splitOff() { _ = fws_split_off_keeper() }

  /// Ends what front ends have left running.
  package static func endDescendants() { fws_end_descendants() }
}
