/// Memory that begins at a page, as the system wants it for what bypasses its cache.
///
/// Safety: `base` points at `pieceInBytes` bytes, of which those before `count` are initialised, for as long as the object
/// lives; every copy is cut to what still fits.
@safe
final class PageMemory: @unchecked Sendable {  // Whoever fills it is done before somebody else writes it out.
  /// How much fits.
  static let capacity = 1 << 20
  /// What the system wants offsets and lengths to be multiples of; no disk or file system asks for more.
  static let pageInBytes = 4096

  private let base: UnsafeMutableRawPointer
  /// How many bytes are in it.
  private(set) var count = 0

  /// Sets empty memory aside.
  init() { unsafe base = .allocate(byteCount: Self.capacity, alignment: Self.pageInBytes) }

  deinit { unsafe base.deallocate() }

  /// Takes bytes until it is full.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: Where to begin among them.
  /// - Returns: How many were taken.
  func fill(_ bytes: [UInt8], from start: Int) -> Int {
    precondition(start >= 0 && start <= bytes.count)
    let taken = min(bytes.count - start, Self.capacity - count)
    guard taken > 0 else { return 0 }
    unsafe bytes.withUnsafeBytes { buffer in
      guard let source = buffer.baseAddress else { return }
      // In bounds: `taken` bytes are left on both sides.
      unsafe (base + count).copyMemory(from: source + start, byteCount: taken)
    }
    count += taken
    return taken
  }

  /// Forgets what is in it.
  func empty() { count = 0 }

  /// The bytes as an array.
  var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: base, count: count)) }

  /// Lends the bytes.
  @unsafe
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }
}
