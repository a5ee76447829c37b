/// The amount of an input to read sequentially before threads are tried again, which doubles after each failure.
///
/// Threads fail if the guessed starts of rows are wrong, for example in one large object.
struct ThreadBackoff {
  /// The number of bytes to read sequentially first.
  var remainingBytes: Int
  /// The number of bytes to read sequentially after the next failure.
  var nextBytes: Int

  var isOver: Bool { remainingBytes <= 0 }

  /// Starts the next, longer wait.
  mutating func noteFailure() {
    remainingBytes = nextBytes
    nextBytes = min(nextBytes * 2, 1 << 30)
  }
}
