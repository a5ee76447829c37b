import Domain
import Tables

/// Errors about a value of an option, a row or a tool call, found before any request.
extension Failure {
  static func unreadable(_ option: Option, value: String, _ shape: ValueShape) -> Failure {
    .usage("\(option) doesn't accept \(quoted: value). It takes \(shape.rawValue).")
  }

  static func unknownWord(_ option: Option, _ word: String, nearest: String?, known: [String]) -> Failure {
    unknownWord(word, of: "\(option)", nearest: nearest, known: known)
  }

  static func sourceUnknown(_ word: String, nearest: String?, _ known: [String]) -> Failure {
    unknownWord(word, of: "\(EnvironmentVariable.source.rawValue)", nearest: nearest, known: known)
  }

  private static func unknownWord(_ word: String, of name: Message, nearest: String?, known: [String]) -> Failure {
    .usage("\(name) doesn't accept \(quoted: word)\(guess(nearest)) It takes \(known.joined(separator: ", ")).")
  }

  static func repeatedWord(_ option: Option, _ word: String) -> Failure {
    .usage("\(option) names \(word) twice. Name it once.")
  }

  static func outOfRange(_ option: Option, _ text: String, from lower: String, to upper: String?) -> Failure {
    let range = upper.map { "It must be between \(lower) and \($0)" } ?? "The minimum is \(lower)"
    return .usage("\(option) is \(text.excerpt). \(range).")
  }

  static func corridorRadiusTooLarge(_ radius: SearchRadius) -> Failure {
    .outOfRange(
      .radius,
      DistanceFormatter.short(radius.distance),
      from: DistanceFormatter.short(SearchRadius.minimum.distance),
      to: DistanceFormatter.short(SearchRadius.maximumCorridor.distance)
    )
  }

  static func textTooLong(_ count: Int) -> Failure {
    .usage("The text has \(count) characters. The maximum is \(SearchText.maximumLength).")
  }

  /// Reports a field or attribute that can't be sorted by.
  static func unsortable(_ word: String) -> Failure {
    .usage(
      """
      Places can't be sorted by \(quoted: word). \(Option.sort) takes distance, accuracy, route, or a numeric \
      attribute such as capacity.
      """
    )
  }

  static func sameColumn(_ name: String) -> Failure {
    .usage("\(.map) names the column '\(name)' for both coordinates. Name a column for each coordinate.")
  }

  /// Reports an unsupported CRS code.
  static func crsNotConverted(_ option: Option, _ code: String) -> Failure {
    let known = CoordinateReferenceSystem.allCases.map(\.rawValue).joined(separator: ", ")
    return .usage(
      """
      \(option.spelling) doesn't accept \(code). It takes \(known).\
      \(terminal: " Convert the file first: `\(InputPath(DiskFiles.standardInputName).conversion(from: code))`")
      """
    )
  }

  // MARK: - Queries and shapes

  /// Reports an invalid query or coordinate.
  init(_ error: InvalidQuery) {
    switch error {
    case .latitudeOutOfRange(let latitude, let swapped):
      let guess = swapped.map { " Did you swap latitude and longitude? Latitude comes first: \($0.decimalText)." } ?? ""
      self.init(.coordinatesInvalid, "The latitude \(latitude.decimalText) isn't between -90 and 90.\(guess)")
    case .longitudeOutOfRange(let longitude):
      self.init(.coordinatesInvalid, "The longitude \(longitude.decimalText) isn't between -180 and 180.")
    case .northBelowSouth(let south, let north):
      self.init(
        .coordinatesInvalid,
        "The northern edge \(north.decimalText) is south of the southern edge \(south.decimalText)."
      )
    case .nothingToLookFor:
      self.init(.usage, "No category and no text was given. Pass \(short: .category) or \(short: .query).")
    case .distanceOrderWithoutCenter:
      self.init(.usage, "\(.sort) distance needs a centre. Add \(.at, "LAT,LNG") or \(.near, "TEXT").")
    case .routeOrderWithoutLine: self.init(.usage, "\(.sort) route needs a line. Add \(.along, "FILE").")
    case .radiusWithoutCenter: self = .needs(.radius, .at)
    case .conditionInvalid: self.init(.usage, "A condition must be \(ValueShape.condition.rawValue).")
    }
  }

  /// Reports invalid edges of a bounding box, and suggests the order if they are south, west, north, east.
  static func box(_ error: InvalidQuery, swapped: BoundingBox?) -> Failure {
    let failure = Failure(error)
    let advice =
      swapped.map { "Did you mean \(Option.bbox) \($0.edgeText)?" } ?? "The order of a box is west,south,east,north."
    return failure.withWording("\(failure.wording) \(advice)")
  }

  /// Reports an option for the nearest places, for places that aren't sorted by distance from a centre.
  static func nearestWithoutOrder(_ option: Option) -> Failure {
    .usage(
      """
      \(option) needs places sorted by distance from a centre. Pass \(.at) or \(.near), and leave out \(.along), \
      \(.sort) accuracy, \(.sort, "KEY"), \(short: .limit) 0 and pages after the first.
      """
    )
  }

  /// Reports why a text isn't a shape.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - kind: The expected kind of shape.
  ///   - name: The file as typed, or another name of the text.
  ///   - isFile: Whether the text is a file, which another program can convert.
  /// - Returns: The failure.
  static func shape(_ error: ShapeError, as kind: ShapeKind, in name: String, isFile: Bool = false) -> Failure {
    Failure(.shapeInvalid, error.sentence(as: kind, in: name, isFile: isFile))
  }

  /// Reports a word that is neither a file nor a line.
  static func lineMissing(_ name: String) -> Failure {
    Failure(
      .fileUnreadable,
      "There is no file \(name). \(.along) takes a file with a line (GPX, GeoJSON, KML) or an encoded polyline."
    )
  }

  // MARK: - Categories

  /// Prepared once, because each row of a batch may have an unknown category.
  private static let everyCategory = NearestWord(among: PlaceCategory.everyWord)

  /// Returns the most similar word for a category; `nil` if there is none.
  static func nearestCategory(to word: String) -> String? { everyCategory.of(word) }

  /// Reports an unknown category of the inputs of an index.
  static func misspelledCategory(_ word: String, nearest: String) -> Failure {
    Failure(
      .unknownCategory,
      """
      There is no category \(quoted: word). Did you mean \(nearest)? For a category of your own, use \
      \(.indexCategory, value: "category_name=\(word)").
      """
    )
  }

  /// Reports an unknown category; suggests the most similar category, or a group that the source may hold.
  static func unknownCategory(_ word: String, nearest: String?, among held: [String]? = nil) -> Failure {
    let category = PlaceCategory(word: word)
    let byName: Message = "To search by name, use \(short: .query)"
    let words: Message = "\(command: .categories) lists all categories."
    let sentence: Message
    if let known = category.meaning, nearest == nil || nearest == known.slug {
      // Never replaces a tag with a broader category.
      let wider = category.isKnown ? known.group.map(PlaceCategory.group) : known
      let advised = wider.flatMap { $0 == category || held?.contains($0.slug) == false ? nil : $0.slug }
      let advice: Message = advised.map { " Use \(short: .category) \($0)." } ?? ""
      sentence = "The source has no category \(quoted: word).\(advice) \(byName)."
    } else if let nearest, nearest.hasPrefix("\(word)=") {
      sentence = "'\(word)' is a key of OpenStreetMap, not a category. Use \(short: .category) '\(word)=*'. \(words)"
    } else if let nearest = nearest ?? everyCategory.of(word) {
      sentence = "There is no category \(quoted: word). Did you mean \(nearest)? \(words) \(byName)."
    } else if word.contains("=") {
      sentence = "The source has no category \(quoted: word). For tags of OpenStreetMap, use \(.source) osm. \(words)"
    } else {
      let search: Message = SearchText(word) == nil ? "" : " To search by name, use \(.query, value: word)."
      sentence = "There is no category \(quoted: word).\(search) \(words)"
    }
    return Failure(.unknownCategory, sentence)
  }

  // MARK: - Tool calls

  /// Reports a query without a location.
  static var placeMissing: Failure {
    .usage("No place was given. Pass lat and lng, or near with a place or an address.")
  }

  static func argumentMissing(_ name: String) -> Failure { .usage("The argument \(name) is missing. Pass it.") }

  static func sameArgument(_ one: String, _ other: String) -> Failure {
    .usage(
      one == other
        ? "The argument \(one) is given twice. Pass it once."
        : "The arguments \(one) and \(other) are the same. Pass one of them."
    )
  }

  static func unknownArgument(_ name: String, nearest: String?, known: [String]) -> Failure {
    .usage(
      """
      There is no argument \(quoted: name)\(guess(nearest)) The tool takes \
      \(known.joined(separator: ", ")).
      """
    )
  }
}
