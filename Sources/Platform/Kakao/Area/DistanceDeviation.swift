import Domain

/// How far the distances that the service reports are from ours, as its answers show.
///
/// A reported distance is the exact one without its fraction, so our distance should lie within the metre above it. How far
/// it lies outside of that metre, at most, is the least by which the two formulas differ.
struct DistanceDeviation: Sendable, Hashable {
  /// The farthest that a distance of ours lay outside of the metre that was reported.
  private var meters = 0.0
  private var samples = 0

  /// The minimum tolerance, in metres: two formulas for the same plane differ by millimetres.
  private static let minimumToleranceInMeters = 0.003

  /// No samples.
  init() {}

  /// Measures the places of one answer.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - origin: Where their distances were asked from.
  init(of places: [FoundPlace], from origin: Coordinate) {
    let projected = ProjectedPoint(origin).asCenter
    for found in places {
      guard let told = found.distance?.meters else { continue }
      let exact = projected.distance(to: ProjectedPoint(found.place.coordinate))
      samples += 1
      meters = max(meters, told - exact, exact - told - 1)
    }
  }

  /// Adds the samples of another answer.
  mutating func merge(_ other: DistanceDeviation) {
    meters = max(meters, other.meters)
    samples += other.samples
  }

  /// How far a distance of ours may be from the service's own, in metres: twice what was seen, and more where little was.
  var toleranceInMeters: Double { max(Self.minimumToleranceInMeters, 2 * meters, 0.1 / Double(max(samples, 1))) }
}
