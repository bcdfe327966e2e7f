import CFormworkSystem

/// Keeps the queue of libdispatch that this thread works on until the process ends.
///
/// The last release of a queue waits until the system has room for a thread, for ever if need be.
package func keepCurrentQueue() { fws_keep_current_queue() }
