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
      let advice = wider.map { $0 == category ? "" : " -c \($0.slug) finds \(them)." } ?? ""
      return Failure(
        .unknownCategory,
        "The source does not have the category '\(word)'.\(advice) To search for a name, use -q."
      )
    }
    if let nearest, nearest.hasPrefix("\(word)=") {
      return Failure(
        .unknownCategory,
        """
        There is no category '\(word)', but places have an attribute of that name: -c '\(word)=*' finds them. \
        `placefind categories` lists every word.
        """
      )
    }
    if let nearest = nearest ?? NearestWord.of(word, among: PlaceCategory.everyWord) {
      return Failure(
        .unknownCategory,
        """
        There is no category '\(word)'; did you mean \(nearest)? `placefind categories` lists every word; to search \
        for a name, use -q.
        """
      )
    }
    if word.contains("=") {
      return Failure(
        .unknownCategory,
        """
        The source does not have the category '\(word)'. Tags are those of OpenStreetMap: --source osm finds them, and \
        `placefind categories` lists the words that every source knows.
        """
      )
    }
    return Failure(
      .unknownCategory,
      """
      There is no category '\(word)'. To search for a name, use \(Option.query.with(word)); `placefind categories` \
      lists every word for a category.
      """
    )
  }

  static func outOfRange(_ option: Option, _ text: String, from lower: String, to upper: String?) -> Failure {
    let range = upper.map { "it must be between \(lower) and \($0)" } ?? "the minimum is \(lower)"
    return Failure(.usage, "\(option) is \(text); \(range).")
  }

  static func coordinate(_ error: CoordinateError) -> Failure {
    switch error {
    case .latitudeOutOfRange(let latitude, let swapped?):
      Failure(
        .coordinatesInvalid,
        """
        The latitude \(latitude.decimalText) lies beyond the pole. Latitude and longitude look swapped; latitude comes \
        first: \(swapped.decimalText).
        """
      )
    case .latitudeOutOfRange(let latitude, nil):
      Failure(.coordinatesInvalid, "The latitude is \(latitude.decimalText); it must be between -90 and 90.")
    case .longitudeOutOfRange(let longitude):
      Failure(.coordinatesInvalid, "The longitude is \(longitude.decimalText); it must be between -180 and 180.")
    }
  }

  /// Reports invalid edges of a bounding box, and suggests the order if they are south, west, north, east.
  static func box(_ error: BoundingBoxError, swapped: BoundingBox?) -> Failure {
    let failure = box(error)
    guard let swapped else { return failure }
    return failure.saying("\(failure.message) Did you mean \(Option.bbox) \(swapped.edgeText)?")
  }

  private static func box(_ error: BoundingBoxError) -> Failure {
    switch error {
    case .longitudeOutOfRange(let longitude):
      Failure(
        .coordinatesInvalid,
        "The rectangle's edge \(longitude.decimalText) is not a longitude; the order is west,south,east,north."
      )
    case .latitudeOutOfRange(let latitude):
      Failure(
        .coordinatesInvalid,
        "The rectangle's edge \(latitude.decimalText) is not a latitude; the order is west,south,east,north."
      )
    case .northBelowSouth(let south, let north):
      Failure(
        .coordinatesInvalid,
        """
        The rectangle's northern edge \(north.decimalText) lies south of its southern edge \(south.decimalText); the \
        order is west,south,east,north.
        """
      )
    }
  }

  static func query(_ error: PlaceQueryError) -> Failure {
    switch error {
    case .nothingToLookFor: Failure(.usage, "Name what to search for: a category with -c, or text with -q.")
    case .distanceOrderWithoutCenter:
      Failure(.usage, "--sort distance needs a centre; add --at LAT,LNG or --near TEXT.")
    case .routeOrderWithoutLine: Failure(.usage, "--sort route needs a line; add --along FILE.")
    case .radiusWithoutCenter: .needs(.radius, .at)
    }
  }

  static func nothingToRemove(_ name: String, in kept: NamedPositions) -> Failure {
    let names = kept.positions.map(\.name)
    let known = names.isEmpty ? "there are none" : "the saved ones are \(names.prefix(8).joined(separator: ", "))"
    return Failure(.usage, "There is no location '\(name)' to remove; \(known). `placefind here` lists them.")
  }

  static func unknownPosition(_ name: String, in kept: NamedPositions) -> Failure {
    let names = kept.positions.map(\.name)
    if let nearest = NearestWord.of(name, among: names) {
      return Failure(
        .usage,
        "There is no location '\(name)'; did you mean \(nearest)? `placefind here` lists them."
      )
    }
    let known = names.isEmpty ? "" : ", only \(names.prefix(8).joined(separator: ", "))"
    let keeping = NamedPosition.isName(name) ? " \(name) --at LAT,LNG" : ""
    return Failure(
      .usage,
      """
      There is no location '\(name)'\(known). --at takes a point such as 37.4979,127.0276, or a location saved with \
      `placefind here\(keeping)`; to search for a name, use \(Option.near.with(name)).
      """
    )
  }
}
