import Domain
import Foundation

/// Finds a radius that holds a wanted number of places and not many more, from counts alone.
///
/// A pure search: it proposes a radius, learns the count there, and proposes a better one. Counts are assumed to grow as a
/// power of the radius between two known ones; in a plane the power is 2, along a road 1.
struct NearestRadius: Sendable {
  /// How many places are wanted.
  let wanted: Int
  /// The smallest radius known to hold enough, in metres, and its count.
  private var outer: (radius: Double, count: Int)
  /// The largest radius known to hold too few, in metres, and its count.
  private var inner: (radius: Double, count: Int)
  private var probesLeft = 7

  /// Starts from the nearest places.
  ///
  /// - Parameters:
  ///   - wanted: How many places are wanted.
  ///   - nearest: Distances of the nearest places, in order.
  ///   - limit: The radius of the query, in metres.
  ///   - count: How many places there are within it.
  init(wanted: Int, nearest: [Distance], limit: Int, count: Int) {
    self.wanted = wanted
    outer = (Double(limit), count)
    inner = nearest.last.map { (max($0.meters, 1), nearest.count) } ?? (1, 1)
  }

  /// The best radius known to hold enough, in whole metres, and its count.
  var best: (radiusInMeters: Int, count: Int) { (Int(outer.radius.rounded(.up)), outer.count) }

  /// Returns the next radius whose count is worth a request; `nil` when the best one is good enough.
  func proposal() -> Int? {
    guard probesLeft > 0, outer.count > wanted + max(45, wanted / 4), outer.radius - inner.radius > 2 else {
      return nil
    }
    let goal = Double(wanted) + max(15, Double(wanted) / 12)
    let growth = log(outer.radius / inner.radius)
    let power = log(Double(max(outer.count, 2)) / Double(max(inner.count, 1))) / growth
    let share = log(goal / Double(max(inner.count, 1))) / max(power, 0.05)
    // Where counts jump, bisection is more reliable than the power law.
    let guess = probesLeft > 3 ? inner.radius * exp(share) : (inner.radius * outer.radius).squareRoot()
    return Int(min(max(guess, inner.radius + 1), outer.radius - 1).rounded(.up))
  }

  /// Learns the count at a radius.
  mutating func learn(radiusInMeters: Int, count: Int) {
    probesLeft -= 1
    if count >= wanted {
      outer = (Double(radiusInMeters), count)
    } else {
      inner = (Double(radiusInMeters), max(count, 1))
    }
  }
}
