/// How much of an input is read sequentially before threads are tried again: twice as much after each failure.
///
/// Threads fail where guessed row starts do not fit, such as in one large object.
struct ThreadBackoff {
  /// The number of bytes to read sequentially first.
  var remainingBytes: Int
  /// The number of bytes after the next failure.
  var nextBytes: Int

  var isOver: Bool { remainingBytes <= 0 }

  /// Starts the next, longer wait.
  mutating func noteFailure() {
    remainingBytes = nextBytes
    nextBytes = min(nextBytes * 2, 1 << 30)
  }
}
