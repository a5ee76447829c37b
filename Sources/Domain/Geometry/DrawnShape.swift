/// A shape that is drawn point by point, whatever the centre of a question is: which there are.
///
/// A new one is a file with a type that is a `DrawnForm`, a case and a type here, and the option that reads it.
public enum DrawnShape: Sendable, Hashable {
  /// Everything in some polygons.
  case polygons(PolygonArea)
  /// Everything within a distance of a line.
  case corridor(Corridor)

  /// The shape as what answers for it.
  package var form: any DrawnForm {
    switch self {
    case .polygons(let area): area
    case .corridor(let corridor): corridor
    }
  }

  /// The type of each, in the order in which a question is written.
  package static let forms: [any DrawnForm.Type] = [PolygonArea.self, Corridor.self]

  /// What lies along a line, where the shape does.
  package var corridor: Corridor? { if case .corridor(let corridor) = self { corridor } else { nil } }
}

/// What a drawn shape tells about itself beside what every shape does: how it is read and written.
package protocol DrawnForm: AreaShape {
  /// Its member in the JSON of a question, and the name of its option.
  static var key: String { get }
  /// What people call one that has no name.
  static var title: String { get }
  /// What its member in the JSON of an answer is, for the schema.
  static var meaning: String { get }

  /// Reads the shape that was stored.
  ///
  /// - Parameters:
  ///   - text: What ``text`` was.
  ///   - name: What people called it.
  ///   - reach: How far from what is drawn it reaches, where that was stored.
  /// - Returns: The shape; `nil` for a text that is none of this form.
  static func shape(_ text: String, called name: String, reach: SearchRadius?) -> DrawnShape?

  /// What people call it: the name of its file, or its text.
  var name: String { get }
  /// How far from what is drawn it reaches; `nil` for what is inside.
  var reach: SearchRadius? { get }
  /// What is drawn.
  var points: DrawnPoints { get }
  /// What is drawn as well-known text, with every digit.
  var text: String { get }
  /// How many decimals its name has, where that is an encoded polyline; `nil` for any other.
  var polylinePrecision: EncodedPolyline.Precision? { get }
}

extension DrawnForm {
  /// What to call it in a sentence: its name, or what people call one that has none.
  package var shownName: String { name.isEmpty ? Self.title : name }
}

/// The points that a shape is drawn by.
package enum DrawnPoints: Sendable {
  /// The rings of each polygon, the outer one first.
  case polygons([[[Coordinate]]])
  /// The parts of a line.
  case lines([[Coordinate]])

  /// How many there are.
  package var count: Int {
    switch self {
    case .polygons(let polygons): polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    case .lines(let lines): lines.reduce(0) { $0 + $1.count }
    }
  }
}
