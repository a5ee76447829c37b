/// The relation of a rectangle to a shape.
///
/// `outside` and `inside` are certain; a doubtful case is `across`.
package enum BoxRelation: Sendable, Hashable {
  /// No point of the rectangle is in the shape.
  case outside
  /// Some points of the rectangle may be in the shape.
  case across
  /// All points of the rectangle are in the shape.
  case inside
}

/// A shape as sources, stores and maps see it.
///
/// A drawn shape is a ``DrawnForm``, which adds reading and writing.
package protocol AreaShape: Sendable, Hashable {
  /// Returns whether the shape or its edge contains a point.
  func contains(_ point: Coordinate) -> Bool
  /// Returns the relation of a rectangle, which may cross the antimeridian, to the shape.
  func relation(to box: BoundingBox) -> BoxRelation
  /// Returns whether the shape certainly contains every point of a circle.
  func holds(_ circle: Circle) -> Bool
  /// The smallest rectangle that contains the shape; it may cross the antimeridian.
  ///
  /// `nil` for the whole Earth.
  ///
  /// If a pole is inside the shape, the rectangle spans all meridians.
  var enclosingBox: BoundingBox? { get }
  /// Returns a rectangle that contains everything within a distance of the shape, and little more; `nil` for the whole
  /// Earth.
  func box(grownByMeters meters: Double) -> BoundingBox?
  /// The area on the sphere in square metres; infinite for the whole Earth.
  var squareMeters: Double { get }
  /// Returns the shape's edge as lines of at least `steps` straight segments each; empty for the whole Earth.
  func outline(steps: Int) -> [[Coordinate]]
  /// The parts of the line that the shape follows; empty if it follows no line.
  var lines: [[Coordinate]] { get }
  /// The length of the lines in metres; `nil` if the shape follows no line.
  var lengthMeters: Double? { get }
  /// Returns the offset of a point along the lines; `nil` if the shape follows no line.
  func offset(of point: Coordinate) -> LineOffset?
}

/// A shape that follows no line.
extension AreaShape {
  package var lines: [[Coordinate]] { [] }

  package var lengthMeters: Double? { nil }

  package func offset(of point: Coordinate) -> LineOffset? { nil }
}

/// The shape of an unlimited area.
package struct WholeEarth: AreaShape {
  package func contains(_ point: Coordinate) -> Bool { true }

  package func relation(to box: BoundingBox) -> BoxRelation { .inside }

  package func holds(_ circle: Circle) -> Bool { true }

  package var enclosingBox: BoundingBox? { nil }

  package func box(grownByMeters meters: Double) -> BoundingBox? { nil }

  package var squareMeters: Double { .infinity }

  package func outline(steps: Int) -> [[Coordinate]] { [] }
}
