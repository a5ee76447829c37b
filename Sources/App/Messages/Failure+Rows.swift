import Domain
import Tables

extension Failure {
  /// Reports a row that isn't a valid query.
  init(_ row: InvalidRow) {
    switch row {
    case .split(.tooLong(let limit)):
      self.init(.rowTooLong, "The row is longer than \(limit >> 20) MiB. --failures and --nearest don't copy it.")
    case .split(.quoteOpen): self.init(.rowMalformed, "A quote that the row opens is not closed in it.")
    case .notUTF8: self.init(.rowNotUTF8, "The row is not UTF-8.")
    case .cells(let found, let expected):
      self.init(.rowMalformed, "The row has \(counted(found, "cell")); the header has \(expected).")
    case .lines: self.init(.rowMalformed, "The row is more than one: \(LineEnds.mixed).")
    case .quotes(let cell): self.init(.rowMalformed, "In cell \(cell), text follows the closing quote.")
    case .json(let offset):
      self.init(.rowMalformed, "The line is not a JSON object: unexpected text at byte \(offset + 1).")
    case .locationMissing: self.init(.coordinatesMissing, "The row has neither coordinates nor an address.")
    case .coordinateMissing(let role): self.init(.coordinatesMissing, "The row has no \(Self.name(of: role)).")
    case .notANumber(let role, let text):
      self.init(.coordinatesInvalid, "The \(Self.name(of: role)) '\(Self.shortened(text))' is not a number.")
    case .notACoordinate(let text):
      self.init(
        .coordinatesInvalid,
        "'\(Self.shortened(text))' is not a point; write latitude and longitude, as in 37.4979,127.0276."
      )
    case .coordinate(let error): self = .coordinate(error)
    case .offGrid(let x, let y):
      self.init(.coordinatesInvalid, "\(x.decimalText),\(y.decimalText) is not on the grid of --crs.")
    case .near(let text):
      self.init(.nearInvalid, Self.unsearchable(text))
    case .query(let text):
      self.init(.queryInvalid, Self.unsearchable(text))
    case .radius(let text):
      let least = DistanceFormatter.short(SearchRadius.minimum.distance)
      let most = DistanceFormatter.short(SearchRadius.maximum.distance)
      self.init(
        .radiusInvalid,
        "The radius '\(Self.shortened(text))' is not a length between \(least) and \(most)."
      )
    case .limit(let text):
      self.init(.limitInvalid, "The limit '\(Self.shortened(text))' is not a number of places: 0 or more, or all.")
    case .condition(let text):
      self.init(
        .conditionInvalid,
        "The condition '\(Self.shortened(text))' is not \(ValueShape.condition.rawValue)."
      )
    case .shape(let role, let error):
      self = .shape(error, as: role == .along ? .line : .polygons, in: "The cell '\(role.names[0])'")
    case .shapeAndPoint:
      self.init(
        .shapeInvalid,
        "The row has a line and another location. Leave its coordinates and 'within' empty."
      )
    case .radiusOfPolygons: self.init(.shapeInvalid, Failure.conflict(.within, .radius).message)
    case .radiusBesideLine(let text):
      let most = DistanceFormatter.short(SearchRadius.largestBesideLine.distance)
      self.init(.radiusInvalid, "The radius '\(Self.shortened(text))' is too far from a line; it is at most \(most).")
    case .withoutNearest: self.init(.queryInvalid, Failure.nearestWithoutOrder.message)
    case .nothingToLookFor:
      self.init(
        .nothingToLookFor,
        "Neither the row nor the options name what to search for; add -c or -q, or a column 'category' or 'query'."
      )
    }
  }

  private static func unsearchable(_ text: String) -> String {
    "The text '\(shortened(text))' cannot be searched for: it must have 1 to \(SearchText.maximumLength) characters."
  }

  private static func name(of role: ColumnRole) -> String { role == .latitude ? "latitude" : "longitude" }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
