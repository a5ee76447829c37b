import Domain

extension Failure {
  /// Reports a query that a source doesn't support.
  init(_ limit: SourceLimit) {
    switch limit {
    case .category(let word, let nearest): self = .unknownCategory(word, nearest: nearest)
    case .attribute(let key, let known):
      let nearest = NearestWord.of(key, among: known).map { " Did you mean \($0)?" } ?? ""
      let keys = known.isEmpty ? "it knows none" : "it knows \(known.joined(separator: ", "))"
      self.init(.unknownAttribute, "No place of the source has a fact called '\(key)'; \(keys).\(nearest)")
    case .attributes(let service):
      self.init(
        .unsupported,
        """
        \(service.title) has no place attributes, so \(.conditions) and \(.sort, "KEY") aren't available. Use \
        \(.source) osm, or \(.index, "FILE").
        """
      )
    case .outsideServiceArea(let service, let point, let isSwapped):
      let turned = "\(point.longitude.decimalText),\(point.latitude.decimalText)"
      let text = point.decimalText
      let outside = Self.outside(service)
      let advice: Message =
        isSwapped
        ? "Latitude and longitude look swapped; did you mean \(turned)?" : Self.elsewhere
      self.init(.unsupported, "\(text) \(outside). \(advice)")
    case .swappedCoordinates(let area): self = .swappedCoordinates(area)
    case .radiusTooLarge(let maximum):
      self.init(
        .unsupported,
        """
        The source searches at most \(DistanceFormatter.short(maximum)) around a point; use a smaller \(.radius), or \
        \(.bbox) with \(terminal: "\(.limit) all", agent: "a larger limit").
        """
      )
    case .categoryWithoutArea:
      self.init(
        .unsupported,
        "The source needs an area to search for a category; add \(.at, "LAT,LNG") or \(.bbox, "W,S,E,N")."
      )
    case .boxOutsideServiceArea(let service, _, around: let name?):
      // The text of a shape may be long.
      let shown = name.count > 60 ? "\(name.prefix(60))…" : name
      self.init(
        .unsupported,
        "\(shown), or a part of it, \(Self.outside(service)). \(Self.elsewhere)"
      )
    case .boxOutsideServiceArea(let service, let box, around: nil):
      self.init(
        .unsupported,
        "The rectangle \(box.edgeText) \(Self.outside(service)). \(Self.advice(on: box, outside: service))"
      )
    case .page(let service):
      let pages = service.pages
      self.init(
        .unsupported,
        """
        \(service.title) has \(counted(pages.numbers.upperBound, "page")) of at most \
        \(counted(pages.sizes.upperBound, "place")); use \(.page) 1...\(pages.numbers.upperBound) with \
        \(.size) 1...\(pages.sizes.upperBound).
        """
      )
    case .severalCategoriesOnOnePage:
      self.init(
        .unsupported,
        "A page of the service has a single category; search for one at a time, or without \(.page)."
      )
    case .shapeOnOnePage:
      self.init(
        .unsupported,
        "A page of the service is of a circle or a rectangle, not of polygons or a line; use \(.limit)."
      )
    case .kindOnOnePage(let kind):
      let advice: Message =
        kind.group.map { "use \(short: .category) \($0.slug), whose pages have every kind of it" }
        ?? "use \(short: .query) \(kind.slug)"
      self.init(
        .unsupported,
        """
        A page of the service cannot be limited to \(kind.slug): it doesn't separate the places of that kind. \
        Leave out \(.page) and \(.size) to search for \(kind.slug), or \(advice).
        """
      )
    case .areaTooLarge(let service, true):
      self.init(
        .unsupported,
        """
        \(service.title) finds a name without a category only in an area of some 100 km; add \(short: .category), or \
        use a smaller \
        \(.radius) or \(.bbox). \(command: .near, "TEXT") finds a name anywhere.
        """
      )
    case .areaTooLarge(let service, false):
      self.init(
        .unsupported,
        """
        The area is too large for \(service.title); use a smaller \(.bbox), or \(.index, "FILE") with the data of a \
        country.
        """
      )
    }
  }

  /// Reports an area outside an index that would be inside if latitudes and longitudes were swapped.
  private static func swappedCoordinates(_ area: SearchArea) -> Failure {
    let look = "Latitude and longitude look swapped"
    guard area.drawn == nil else {
      return Failure(.coordinatesInvalid, "The shape is outside the places of the index. \(look) in its points.")
    }
    let isPoint = area.radius != nil
    func text(_ area: SearchArea?) -> String {
      isPoint ? area?.center?.decimalText ?? "" : area?.enclosingBox?.edgeText ?? ""
    }
    let shown = isPoint ? text(area) : "The rectangle \(text(area))"
    return Failure(
      .coordinatesInvalid,
      "\(shown) is outside the places of the index. \(look); did you mean \(text(area.swapped))?"
    )
  }

  private static let elsewhere: Message = "Use \(.source) osm, or \(.index, "FILE") with data of that area."

  /// Advice for a bounding box outside a service's area, whose edges may be in another order.
  private static func advice(on box: BoundingBox, outside service: Service) -> Message {
    let order = "The order is west,south,east,north."
    guard let swapped = BoundingBoxParser.swappedBox(box.edgeText), let area = service.area?.box,
      area.contains(swapped)
    else { return "\(order) \(elsewhere)" }
    return "\(order) Did you mean \(.bbox) \(swapped.edgeText)?"
  }

  private static func outside(_ service: Service) -> String {
    let area = service.area?.name ?? "its area"
    return "is outside \(area), and \(service.title) covers only \(area)"
  }
}
