import Domain

/// Errors about a value of an option or a row, found before any request.
extension Failure {
  static func unknownWord(_ option: Option, _ word: String, nearest: String?, known: [String]) -> Failure {
    Failure(.usage, "\(option) does not accept '\(word)'\(guess(nearest)) It takes \(known.joined(separator: ", ")).")
  }

  static func sourceUnknown(_ word: String, nearest: String?, _ known: [String]) -> Failure {
    let known = known.joined(separator: ", ")
    return Failure(
      .usage,
      "\(EnvironmentVariable.source.rawValue) does not accept '\(word)'\(guess(nearest)) It takes \(known)."
    )
  }

  /// Reports a field or attribute that can't be sorted by.
  static func unsortable(_ word: String) -> Failure {
    Failure(
      .usage,
      """
      Places can't be sorted by '\(word)'. \(Option.sort) takes distance, accuracy, route, or the key of a numeric \
      attribute such as capacity.
      """
    )
  }

  static func textTooLong(_ count: Int) -> Failure {
    Failure(.usage, "The text has \(count) characters; the maximum is \(SearchText.maximumLength).")
  }

  static func unreadable(_ option: Option, _ text: String, _ shape: ValueShape) -> Failure {
    Failure(.usage, "\(option) does not accept '\(text)'. It takes \(shape.rawValue).")
  }

  static func positionName(_ name: String) -> Failure {
    Failure(
      .usage,
      """
      '\(name)' is not a name for a location: a name starts with a letter, followed by letters, digits, '-', '_' or \
      '.'.
      """
    )
  }

  /// Reports an unknown category.
  ///
  /// If the source has no similar category, suggests the most similar word.
  static func unknownCategory(_ word: String, nearest: String?) -> Failure {
    let category = PlaceCategory(word: word)
    if let known = category.meaning, nearest == nil || nearest == known.slug {
      // Never replaces a tag with a broader category.
      let wider = category.isKnown ? known.group.map(PlaceCategory.group) : known
      let them = category.isKnown ? "every kind of it" : "such places and others like them"
      let advice: Message = wider.map { $0 == category ? "" : " \(short: .category) \($0.slug) finds \(them)." } ?? ""
      return Failure(
        .unknownCategory,
        "The source does not have the category '\(word)'.\(advice) To search for a name, use \(short: .query)."
      )
    }
    if let nearest, nearest.hasPrefix("\(word)=") {
      return Failure(
        .unknownCategory,
        """
        There is no category '\(word)', but places have an attribute of that name: \(short: .category) '\(word)=*' \
        finds them. \
        \(command: .categories) lists every word.
        """
      )
    }
    if let nearest = nearest ?? NearestWord.of(word, among: PlaceCategory.everyWord) {
      return Failure(
        .unknownCategory,
        """
        There is no category '\(word)'; did you mean \(nearest)? \(command: .categories) lists every word; to search \
        for a name, use \(short: .query).
        """
      )
    }
    if word.contains("=") {
      return Failure(
        .unknownCategory,
        """
        The source does not have the category '\(word)'. Tags are those of OpenStreetMap: \(.source) osm finds them, \
        and \
        \(command: .categories) lists the words that every source knows.
        """
      )
    }
    return Failure(
      .unknownCategory,
      """
      There is no category '\(word)'. To search for a name, use \(.query, value: word); \(command: .categories) \
      lists every word for a category.
      """
    )
  }

  static func outOfRange(_ option: Option, _ text: String, from lower: String, to upper: String?) -> Failure {
    let range = upper.map { "it must be between \(lower) and \($0)" } ?? "the minimum is \(lower)"
    return Failure(.usage, "\(option) is \(text); \(range).")
  }

  /// Reports an invalid query or coordinate.
  init(_ error: InvalidQuery) {
    switch error {
    case .latitudeOutOfRange(let latitude, let swapped):
      let guess = swapped.map { " Did you swap latitude and longitude? Latitude comes first: \($0.decimalText)." } ?? ""
      self.init(
        .coordinatesInvalid,
        "The latitude \(latitude.decimalText) isn't between -90 and 90.\(guess)"
      )
    case .longitudeOutOfRange(let longitude):
      self.init(.coordinatesInvalid, "The longitude \(longitude.decimalText) isn't between -180 and 180.")
    case .northBelowSouth(let south, let north):
      self.init(
        .coordinatesInvalid,
        "The northern edge \(north.decimalText) is south of the southern edge \(south.decimalText)."
      )
    case .nothingToLookFor:
      self.init(.usage, "Name what to search for: a category with \(short: .category), or text with \(short: .query).")
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
    return failure.saying("\(failure.wording) \(advice)")
  }

  static func nothingToRemove(_ name: String, in kept: SavedLocations) -> Failure {
    let names = kept.positions.map(\.name)
    let known = names.isEmpty ? "there are none" : "the saved ones are \(names.prefix(8).joined(separator: ", "))"
    return Failure(
      .usage,
      "There is no location '\(name)' to remove; \(known).\(terminal: " `placefind here` lists them.")"
    )
  }

  static func unknownPosition(_ name: String, in kept: SavedLocations) -> Failure {
    let names = kept.positions.map(\.name)
    if let nearest = NearestWord.of(name, among: names) {
      return Failure(
        .usage,
        "There is no location '\(name)'; did you mean \(nearest)?\(terminal: " `placefind here` lists them.")"
      )
    }
    let known = names.isEmpty ? "" : ", only \(names.prefix(8).joined(separator: ", "))"
    let keeping: Message = SavedLocation.isName(name) ? " \(name) \(.at, "LAT,LNG")" : ""
    return Failure(
      .usage,
      """
      There is no location '\(name)'\(known). \(.at) takes a point such as 37.4979,127.0276, or a saved location\
      \(terminal: " (`placefind here\(keeping)`)"); to search for a name, use \(.near, value: name).
      """
    )
  }
}

/// Errors about a tool call, with advice for the caller.
extension Failure {
  /// Reports a query without a location.
  static var placeMissing: Failure {
    Failure(.usage, "No place was given: name lat and lng, or near with a place or an address.")
  }

  /// A search that needs more requests than a call may send.
  static func callTooLarge(expected: Int, allowed: Int) -> Failure {
    Failure(
      .usage,
      "The search is expected to send about \(expected.groupedText) requests, and a call sends at most "
        + "\(allowed.groupedText). Search a smaller area."
    )
  }

  static func argumentMissing(_ name: String) -> Failure { Failure(.usage, "The argument \(name) is missing.") }

  static func unknownArgument(_ name: String, nearest: String?, known: [String]) -> Failure {
    Failure(
      .usage,
      "There is no argument '\(String(name.prefix(60)))'\(guess(nearest)) The tool takes "
        + "\(known.joined(separator: ", "))."
    )
  }

  static func placeUnknown(_ id: String) -> Failure {
    Failure(
      .placeNotFound,
      "No index and no saved place has the id '\(String(id.prefix(60)))'; ask find_places with the name of the place."
    )
  }

  /// Reports an option that reads standard input, which the MCP server uses.
  static func inputIsTaken(by option: Option) -> Failure {
    Failure(
      .usage,
      "`placefind mcp` reads requests from standard input, so \(option) - can't be used. Pass a file."
    )
  }
}
