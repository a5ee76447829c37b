import Domain

extension BrowseState {
  /// The time in which another press of a radius key replaces the previous one, so that only the last radius is
  /// searched.
  ///
  /// It is longer than the interval of repeated keys, and short compared with a network search.
  private static let repetition = Duration.milliseconds(250)

  var mapSize: (width: Int, height: Int) {
    let map = layout.map ?? BrowseLayout(size: size, focus: .map).map
    return (map?.width ?? 40, map?.height ?? 20)
  }

  var mapFrame: MapFrame { MapFrame(viewport: viewport, width: mapSize.width, height: mapSize.height) }

  /// Finds the context of a map that was moved or zoomed out of the known one.
  mutating func findGround(_ effects: inout [BrowseEffect]) {
    guard hasGround, pending == nil, result.collection != nil, groundFrame?.covers(mapFrame) != true else { return }
    // The neighbourhood too, so that most moves need no search.
    let frame = MapFrame(viewport: viewport, width: mapSize.width * 2, height: mapSize.height * 2)
    groundFrame = frame
    effects.append(.findGround(places, frame))
  }

  /// Shows the area of the query, unless the user moved the map.
  mutating func fitMap() {
    guard !isMapMoved else { return }
    viewport = MapViewport(
      area: result.query.area,
      places: places,
      isWhole: showsWholeArea,
      width: mapSize.width,
      height: mapSize.height
    )
  }

  mutating func resetMap() {
    isMapMoved = false
    isMapZoomed = false
    fitMap()
  }

  mutating func revealSelection() {
    guard let selected else { return }
    let point = MapProjection(center: viewport.center).point(of: selected.place.coordinate)
    let columns = abs(point.east) / viewport.metersPerDot / 2
    let lines = abs(point.north) / viewport.metersPerDot / 4
    guard columns > Double(mapSize.width) / 2 - 1 || lines > Double(mapSize.height) / 2 - 1 else { return }
    viewport.center = selected.place.coordinate
  }

  mutating func pan(east: Int, north: Int) {
    let offset = MapProjection.Point(
      east: Double(east) * viewport.metersPerDot,
      north: Double(north) * viewport.metersPerDot
    )
    viewport.center = MapProjection(center: viewport.center).coordinate(at: offset)
    isMapMoved = true
  }

  mutating func zoom(by factor: Double) {
    viewport = MapViewport(center: viewport.center, metersPerDot: viewport.metersPerDot * factor)
    isMapMoved = true
    isMapZoomed = true
  }

  /// Searches the area of the map, or repeats the query if the map wasn't moved.
  mutating func searchHere(_ effects: inout [BrowseEffect]) {
    guard isMapMoved else { return search(query, &effects) }
    var radius = isMapZoomed ? nil : query.area.radius
    let seen = viewport.visibleRadius(width: mapSize.width, height: mapSize.height)
    let visible = min(seen, SearchRadius.maximum.meters)
    // Two digits suffice for a radius chosen by eye.
    let unit = DistanceFormatter.roundDown(meters: max(visible, 10)) / 10
    radius = radius ?? Distance(meters: max(1, (visible / unit).rounded() * unit)).flatMap(SearchRadius.init)
    search(query(in: .circle(center: viewport.center, radius: radius ?? .standard)), &effects)
  }

  var currentRadius: SearchRadius? { query.area.reach }

  mutating func changeRadius(larger: Bool, _ effects: inout [BrowseEffect]) {
    // Round lengths, each 1.3 to 2 times the previous one; all sources accept the last one.
    let steps = [50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000.0, 20_000]
    // A circle in place of a rectangle or of polygons begins at the circle around them.
    let box = query.area.center == nil ? query.area.enclosingBox : nil
    let center = query.area.center ?? (box?.middle ?? viewport.center).rounded
    let now =
      currentRadius?.meters ?? box.map { GreatCircle(from: center).farthestMeters(in: $0) }
      ?? viewport.visibleRadius(width: mapSize.width, height: mapSize.height)
    let next = larger ? steps.first { $0 > now } : steps.last { $0 < now }
    guard let next, let radius = Distance(meters: next).flatMap(SearchRadius.init) else {
      // A typed radius may be beyond the steps.
      let end = DistanceFormatter.short(meters: larger ? max(now, steps.last ?? now) : min(now, steps.first ?? now))
      message = BrowseMessage(text: (larger ? Phrase.largestRadius : .smallestRadius).text(language, end))
      return
    }
    let area =
      query.area.corridor.map { SearchArea.corridor(Corridor(along: $0.line, radius: radius)) }
      ?? .circle(center: center, radius: radius)
    search(query(in: area), after: Self.repetition, &effects)
    // The nearest places of a larger circle are the same, so show the circle instead.
    showsWholeArea = true
  }
}

extension Coordinate {
  /// The coordinate with seven decimals, about a centimetre.
  fileprivate var rounded: Coordinate {
    Coordinate(validLatitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7)
  }
}
