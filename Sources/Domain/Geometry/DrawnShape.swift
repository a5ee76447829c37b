/// A shape that is drawn point by point and needs no centre.
///
/// To add a shape, add a file with a type that conforms to `DrawnForm`, a case and the type here, and an option that
/// reads it.
public enum DrawnShape: Sendable, Hashable {
  case polygons(PolygonArea)
  case corridor(Corridor)

  /// The shape as a ``DrawnForm``.
  package var form: any DrawnForm {
    switch self {
    case .polygons(let area): area
    case .corridor(let corridor): corridor
    }
  }

  /// All types of drawn shapes, in the order in which a query is written.
  package static let forms: [any DrawnForm.Type] = [PolygonArea.self, Corridor.self]

  /// The corridor, if the shape is one.
  package var corridor: Corridor? { if case .corridor(let corridor) = self { corridor } else { nil } }
}

/// A drawn shape, with its stored and displayed forms.
package protocol DrawnForm: AreaShape {
  /// The member's name in the JSON of a query, and the option's name.
  static var key: String { get }
  /// The display name of a shape without a name.
  static var title: String { get }
  /// The description of the member in the JSON Schema of a result.
  static var meaning: String { get }

  /// Reads a stored shape.
  ///
  /// - Parameters:
  ///   - text: The stored ``text``.
  ///   - name: The stored ``name``.
  ///   - reach: The stored ``reach``.
  /// - Returns: The shape; `nil` if the text isn't this kind of shape.
  static func shape(_ text: String, called name: String, reach: SearchRadius?) -> DrawnShape?

  /// The name of the shape's file, or its text.
  var name: String { get }
  /// The distance from the drawn line that the shape includes; `nil` for polygons.
  var reach: SearchRadius? { get }
  var points: DrawnPoints { get }
  /// The stored text, with every digit; it ends with a closing parenthesis, unlike a circle and a rectangle.
  var text: String { get }
  /// The precision of the encoded polyline that is the shape's name; `nil` for any other name.
  var polylinePrecision: EncodedPolyline.Precision? { get }
}

extension DrawnForm {
  /// The name to show: ``name``, or ``title`` if the name is empty.
  package var shownName: String { name.isEmpty ? Self.title : name }
}

/// The points of a drawn shape.
package enum DrawnPoints: Sendable {
  /// The rings of each polygon, the outer one first.
  case polygons([[[Coordinate]]])
  /// The parts of a line.
  case lines([[Coordinate]])

  /// The number of points.
  package var count: Int {
    switch self {
    case .polygons(let polygons): polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    case .lines(let lines): lines.reduce(0) { $0 + $1.count }
    }
  }
}
