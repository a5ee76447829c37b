import System
import Tables

/// A reusable buffer of bytes, which grows to the largest size needed.
///
/// Safety: `base` points to `capacity` bytes until it grows or is destroyed. `filled` is the number of bytes written,
/// and a view never reaches beyond them.
@safe
struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var filled = 0

  init(capacity: Int = 1 << 16) {
    self.capacity = capacity
    unsafe base = LargeMemory.allocated(bytes: capacity)
  }

  deinit { unsafe LargeMemory.release(base, bytes: capacity) }

  /// The bytes that a closure has written, valid until the next call of `fill`.
  var view: ByteView { unsafe ByteView(base: UnsafeRawPointer(base), count: filled) }

  /// Lets a closure write up to `count` bytes; its result is the number of bytes to keep.
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
