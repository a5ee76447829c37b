import Domain

/// The context of a map that helps orientation: landmarks, roads and neighbourhoods.
///
/// Every mark has a name and a point from the data; no line is guessed.
struct MapContext: Sendable, Hashable {
  struct Mark: Sendable, Hashable {
    let name: String
    let coordinate: Coordinate
    /// Whether the mark is a landmark with a dot; otherwise it is a road or neighbourhood, shown as a name only.
    let isLandmark: Bool
  }

  /// The marks, in descending order of usefulness.
  private(set) var marks: [Mark] = []

  /// The streets, water and parks.
  var ground = Ground.none

  static let none = MapContext()

  /// Returns the attributions of a map's places and of its streets, without web addresses.
  func notices(after attribution: String?) -> [String] {
    var notices = [attribution].compactMap(\.self)
    if let streets = ground.attribution, !notices.contains(where: { $0.contains(streets) }) { notices.append(streets) }
    return notices.map(TerminalText.withoutAddresses)
  }

  private init() {}

  /// Finds the context of an area in local data, without querying a service.
  static func around(_ places: [FoundPlace], in area: SearchArea, of data: some RememberUseCase) async -> MapContext {
    // The size of a page; a terminal shows a part of it.
    let width = 480
    let height = 160
    let viewport = MapViewport(area: area, places: places, width: width, height: height)
    let isMainOnly = viewport.visibleRadius(width: width, height: height) > Ground.mainReachMeters
    let frame = MapFrame(viewport: viewport, width: width, height: height)
    return await around(places, in: frame, isMainOnly: isMainOnly, of: data)
  }

  /// Finds the context of a map in local data.
  static func around(
    _ places: [FoundPlace],
    in frame: MapFrame,
    isMainOnly: Bool,
    of data: some RememberUseCase
  ) async -> MapContext {
    let viewport = frame.viewport
    guard let box = viewport.box(width: frame.width, height: frame.height) else { return .none }
    var context = MapContext(surroundings: await data.surroundings(in: box, around: viewport.center), result: places)
    // A window is often wider or taller than the page's drawing.
    let ground = viewport.box(width: frame.width * 5 / 4, height: frame.height * 5 / 4) ?? box
    context.ground = await data.ground(in: ground, isMainOnly: isMainOnly)
    return context
  }

  /// - Parameters:
  ///   - surroundings: The places around the result, landmarks first. The others only contribute their addresses.
  ///   - result: The places of the result, which the map shows anyway.
  init(surroundings: [Place], result: [FoundPlace]) {
    let shown = Set(result.map(\.place.id))
    var names = Set(result.compactMap(\.place.name))
    let around = surroundings.filter { !shown.contains($0.id) }
    for place in around where place.isLandmark {
      // A station has a point with the same name for each exit and line.
      guard let name = place.name, names.insert(name).inserted else { continue }
      marks.append(Mark(name: TerminalText.cleaned(name), coordinate: place.coordinate, isLandmark: true))
    }
    let places = result.map(\.place) + around
    let addresses: [(@Sendable (Place) -> String?, most: Int)] = [
      ({ $0.lotAddress.flatMap(Self.neighbourhood) }, 12), ({ $0.roadAddress.flatMap(Self.road) }, 24),
    ]
    for (name, most) in addresses {
      let points = Dictionary(grouping: places.compactMap { place in name(place).map { ($0, place.coordinate) } }) {
        $0.0
      }
      let commonest = points.filter { $1.count >= 3 && !names.contains($0) }
        .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      for (name, members) in commonest.prefix(most) {
        let point = Self.median(of: members.map(\.1))
        marks.append(Mark(name: TerminalText.cleaned(name), coordinate: point, isLandmark: false))
      }
    }
  }

  /// Returns the road of an address: `강남대로` for `서울 강남구 강남대로 396`, `Main Street` for `12 Main Street, Springfield`.
  static func road(_ address: String) -> String? {
    let start = address.utf8.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "(") }
    if let korean = lastWord(of: start, ending: ["로", "길"]) { return korean }
    guard !address.unicodeScalars.contains(where: { ("가"..."힣").contains($0) }) else { return nil }
    let words = Substring(start).split(separator: " ")
    let name = words.filter { !$0.contains(where: \.isNumber) }
    return name.count == words.count || name.isEmpty ? nil : name.joined(separator: " ")
  }

  /// Returns the neighbourhood of a lot-number address: `역삼동` for `서울 강남구 역삼동 820-8`.
  static func neighbourhood(_ address: String) -> String? {
    lastWord(of: address.utf8[...], ending: ["동", "읍", "면", "리", "가"])
  }

  /// Returns the last word that is longer than its ending, which must be one of those given.
  ///
  /// Compares bytes, because a map reads 2,000 addresses: by characters, this took a fifth of the time of a map.
  private static func lastWord(of text: Substring.UTF8View, ending endings: [String]) -> String? {
    var rest = text
    while !rest.isEmpty {
      let space = rest.lastIndex(of: UInt8(ascii: " "))
      let word = rest[(space.map { rest.index(after: $0) } ?? rest.startIndex)...]
      if endings.contains(where: { word.count > $0.utf8.count && word.suffix($0.utf8.count).elementsEqual($0.utf8) }) {
        return String(Substring(word))
      }
      rest = rest[..<(space ?? rest.startIndex)]
    }
    return nil
  }

  /// Returns the median point along the longer axis.
  ///
  /// It is one of the points, so that a road's name is on the road.
  private static func median(of points: [Coordinate]) -> Coordinate {
    let latitudes = points.map(\.latitude)
    let longitudes = points.map(\.longitude)
    let tall = (latitudes.max() ?? 0) - (latitudes.min() ?? 0)
    let wide = (longitudes.max() ?? 0) - (longitudes.min() ?? 0)
    let sorted = points.sorted { tall > wide ? $0.latitude < $1.latitude : $0.longitude < $1.longitude }
    return sorted[sorted.count / 2]
  }
}
