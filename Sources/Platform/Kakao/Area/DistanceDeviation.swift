import Domain

/// How much the distances that the service reports differ from ours, as its answers show.
///
/// A reported distance is the exact one without its fraction, so our distance should lie within the metre above it. Its
/// maximum distance from that metre is a lower bound of the difference between the two formulas.
struct DistanceDeviation: Sendable, Hashable {
  /// The maximum distance of one of ours from the metre that was reported.
  private var meters = 0.0
  private var samples = 0

  /// The minimum tolerance, in metres: two formulas for the same plane differ by millimetres.
  private static let minimumToleranceInMeters = 0.003

  /// Makes a deviation without samples.
  init() {}

  /// Measures the places of one answer.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - origin: The point that their distances are measured from.
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

  /// The maximum expected difference, in metres: twice the one observed, and more when there were few samples.
  var toleranceInMeters: Double { max(Self.minimumToleranceInMeters, 2 * meters, 0.1 / Double(max(samples, 1))) }
}
