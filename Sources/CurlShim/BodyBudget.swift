import Synchronization

/// A limit on the memory of all bodies that are being received, so that no service can exhaust the machine's.
///
/// Decoded bytes count, since a small compressed body may become a large one. A real page (7 KB) is always accepted.
final class BodyBudget: Sendable {
  /// The bytes that every body may have, however many are received at once.
  static let guaranteedByteCount = 64 * 1_024

  private let limit: Int
  private let total: Int
  private let used = Atomic<Int>(0)

  /// Makes a budget.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of one body.
  ///   - total: The maximum number of bytes of all bodies that are being received.
  init(limit: Int, total: Int) {
    self.limit = limit
    self.total = total
  }

  /// Reserves memory for more bytes of a body.
  ///
  /// - Parameters:
  ///   - bytes: How many.
  ///   - held: How many bytes of the body have been received before.
  /// - Returns: `nil` when the memory was reserved, else the limit that the bytes would exceed.
  func take(_ bytes: Int, after held: Int) -> Int? {
    guard held + bytes <= limit else { return limit }
    let sum = used.add(bytes, ordering: .relaxed).newValue
    guard sum > total, held + bytes > Self.guaranteedByteCount else { return nil }
    give(back: bytes)
    return limit
  }

  /// Releases the memory of a body.
  func give(back bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
