import System

/// Room for bytes that is used again and again, and grows to what was needed most.
///
/// Safety: `base` points at `capacity` bytes until it grows or is destroyed; `filled` tells how many were written, and
/// a view never reaches beyond that.
@safe
struct ByteRoom: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var filled = 0

  init(capacity: Int = 1 << 16) {
    self.capacity = capacity
    unsafe base = LargeMemory.allocated(bytes: capacity)
  }

  deinit { unsafe LargeMemory.release(base, bytes: capacity) }

  /// The bytes that a closure has written; valid until the next filling.
  var view: ByteView { unsafe ByteView(base: UnsafeRawPointer(base), count: filled) }

  /// Lets a closure write some bytes, and keeps as many of them as it returns.
  mutating func fill<Failure: Error>(
    _ count: Int,
    _ write: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    filled = 0
    if capacity < count {
      unsafe LargeMemory.release(base, bytes: capacity)
      capacity = max(count, 2 * capacity)
      unsafe base = LargeMemory.allocated(bytes: capacity)
    }
    let written = try unsafe write(UnsafeMutableRawBufferPointer(start: base, count: count))
    precondition(written >= 0 && written <= count)
    filled = written
  }
}
