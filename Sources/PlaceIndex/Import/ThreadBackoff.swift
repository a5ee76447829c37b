/// How much of an input is read sequentially before threads are tried again: twice as much after each failure.
///
/// Threads fail where guessed row starts do not fit, such as in one large object.
struct ThreadBackoff {
  private var remainingBytes: Int
  private var nextBytes: Int

  /// Starts a backoff.
  init(bytes: Int, nextBytes: Int) {
    remainingBytes = bytes
    self.nextBytes = nextBytes
  }

  /// Whether threads may be tried.
  var isOver: Bool { remainingBytes <= 0 }

  /// Counts bytes that were read sequentially.
  mutating func noteRead(_ bytes: Int) { remainingBytes -= bytes }

  /// Starts the next, longer wait.
  mutating func noteFailure() { (remainingBytes, nextBytes) = (nextBytes, min(nextBytes * 2, 1 << 30)) }
}
