import Domain

extension UnsupportedQuery {
  /// The failure of a query that a source doesn't support.
  var failure: Failure { Failure(code, sentence) }

  private var code: FailureCode {
    switch self {
    case .category: .unknownCategory
    case .attribute: .unknownAttribute
    case .swappedCoordinates: .coordinatesInvalid
    case .attributes, .outsideServiceArea, .boxOutsideServiceArea, .radiusTooLarge, .categoryWithoutArea, .page,
      .severalCategoriesOnOnePage, .filterOnOnePage, .shapeOnOnePage, .areaTooLarge:
      .unsupported
    }
  }

  /// The unsupported part of the query, and the remedy.
  private var sentence: Message {
    switch self {
    case .category(let word, let nearest): Failure.unknownCategory(word, nearest: nearest).wording
    case .attribute(let key, let known): unknownAttribute(key, known: known)
    case .swappedCoordinates(let area): "\(area.outsideSentence) \(area.swappedQuestion)"
    case .attributes(let service):
      """
      \(service.title) has no place attributes and no opening hours, so \(.conditions)\
      \(terminal: ", \(.openNow), \(.openAt) and \(.sort, "KEY")", agent: " and open_at") aren't available. Use \
      \(.source) osm, or \(.index, "FILE").
      """
    case .outsideServiceArea(let service, let point, let isSwapped):
      isSwapped
        ? """
        \(point.decimalText) \(outside(service)). Did you swap latitude and longitude? Then it is \
        \(point.longitude.decimalText),\(point.latitude.decimalText).
        """
        : "\(point.decimalText) \(outside(service)). \(Self.elsewhere)"
    case .boxOutsideServiceArea(let service, _, around: let name?):
      // The text of a shape may be long.
      "\(name.excerpt), or a part of it, \(outside(service)). \(Self.elsewhere)"
    case .boxOutsideServiceArea(let service, let box, around: nil):
      "The rectangle \(box.edgeText) \(outside(service)). \(advice(on: box, outside: service))"
    case .radiusTooLarge(let maximum):
      """
      The source searches at most \(DistanceFormatter.short(maximum)) around a point. Use a smaller \(.radius), or \
      \(.bbox) with \(terminal: "\(.limit) all", agent: "a larger limit").
      """
    case .categoryWithoutArea:
      "The source needs an area to search for a category. Add \(.at, "LAT,LNG") or \(.bbox, "W,S,E,N")."
    case .areaTooLarge(let service, true):
      """
      \(service.title) finds a name without a category only in an area of about 100 km. Add \(short: .category), or \
      use a smaller \(.radius) or \(.bbox). \(command: .near, "TEXT") finds a name anywhere.
      """
    case .areaTooLarge(let service, false):
      """
      The area is too large for \(service.title). Use a smaller \(.bbox), or \(.index, "FILE") with the data of a \
      country.
      """
    case .page(let service):
      """
      \(service.title) has \(counted(service.pages.numbers.upperBound, "page")) of at most \
      \(counted(service.pages.sizes.upperBound, "place")). Use \(.page) 1...\(service.pages.numbers.upperBound) with \
      \(.size) 1...\(service.pages.sizes.upperBound).
      """
    case .severalCategoriesOnOnePage:
      "A page of the service has a single category. Search for one at a time, or without \(.page)."
    case .shapeOnOnePage:
      "The service has no pages of polygons or lines. Use \(.limit) instead of \(.page)."
    case .filterOnOnePage(let kind): filterOnOnePage(kind)
    }
  }

  private func unknownAttribute(_ key: String, known: [String]) -> Message {
    let nearest = NearestWord.of(key, among: known).map { " Did you mean \($0)?" } ?? ""
    let keys = known.isEmpty ? "There are no attributes." : "\(listed("attribute", known))."
    return "No place of the source has the attribute \(quoted: key).\(nearest) \(keys)"
  }

  private func filterOnOnePage(_ kind: Kind?) -> Message {
    guard let kind else { return "A page of the service can't be filtered. Leave out \(.page) and \(.size)." }
    let advice: Message =
      kind.group.map { "use \(short: .category) \($0.slug), whose pages have every kind of it" }
      ?? "use \(short: .query) \(kind.slug)"
    return """
      A page of the service can't be limited to \(kind.slug): it doesn't separate the places of that kind. \
      Leave out \(.page) and \(.size) to search for \(kind.slug), or \(advice).
      """
  }

  private static let elsewhere: Message = "Use \(.source) osm, or \(.index, "FILE") with data of that area."

  /// Advice for a bounding box outside a service's area, whose edges may be in another order.
  private func advice(on box: BoundingBox, outside service: Service) -> Message {
    let order = "The order is west,south,east,north."
    guard let swapped = BoundingBoxParser.swappedBox(box.edgeText), let area = service.area?.box,
      area.contains(swapped)
    else { return "\(order) \(Self.elsewhere)" }
    return "\(order) Did you mean \(.bbox) \(swapped.edgeText)?"
  }

  private func outside(_ service: Service) -> String {
    let area = service.area?.name ?? "its area"
    return "is outside \(area), and \(service.title) covers only \(area)"
  }
}

extension SearchArea {
  /// A sentence that the area is outside an index.
  fileprivate var outsideSentence: Message {
    let place: Message =
      switch shape {
      case .drawn: "The shape"
      case .box(let box): "The rectangle \(box.edgeText)"
      case .circle, .anywhere: "\(center?.decimalText ?? "The area")"
      }
    return "\(place) is outside the bounds of the index."
  }

  /// A question whether latitudes and longitudes are swapped.
  var swappedQuestion: Message {
    guard drawn == nil else { return "Did you swap latitude and longitude of its points?" }
    let text = radius == nil ? swapped?.enclosingBox?.edgeText : swapped?.center?.decimalText
    return "Did you swap latitude and longitude? Then it is \(text ?? "")."
  }

  /// A question whether west and east of a rectangle around more than half of the earth are swapped; `nil` for other
  /// areas.
  var turnedQuestion: Message? {
    guard case .box(let box) = shape, box.crossesAntimeridian, box.west - box.east < 180 else { return nil }
    let turned = BoundingBox(validWest: box.east, south: box.south, east: box.west, north: box.north)
    return "Did you swap west and east? Then it is \(turned.edgeText)."
  }
}
