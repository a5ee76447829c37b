import Synchronization

/// The memory that answers under way may take, so that no service can fill the machine.
///
/// Decoded bytes count, since a small compressed body may become a large one. A real page (7 KB) is always taken.
final class BodyBudget: Sendable {
  /// What every answer may have, however many come at once.
  static let guaranteedByteCount = 64 * 1_024

  private let limit: Int
  private let total: Int
  private let used = Atomic<Int>(0)

  /// Makes a budget.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of one body.
  ///   - total: The most bytes of all bodies under way.
  init(limit: Int, total: Int) {
    self.limit = limit
    self.total = total
  }

  /// Asks for more bytes of a body.
  ///
  /// - Parameters:
  ///   - bytes: How many.
  ///   - held: How many it has.
  /// - Returns: The limit that they would exceed; `nil` when they are taken.
  func take(_ bytes: Int, after held: Int) -> Int? {
    guard held + bytes <= limit else { return limit }
    let sum = used.add(bytes, ordering: .relaxed).newValue
    guard sum > total, held + bytes > Self.guaranteedByteCount else { return nil }
    give(back: bytes)
    return limit
  }

  /// Gives back what a body had.
  func give(back bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
