import Domain

/// What a map shows beside its answer, so that a reader knows where it is: landmarks, roads and neighbourhoods.
///
/// Everything has a name and a point that the data holds; no line is guessed.
struct MapGround: Sendable, Hashable {
  struct Mark: Sendable, Hashable {
    let name: String
    let coordinate: Coordinate
    /// A landmark has a dot; the name of a road or of a neighbourhood stands alone.
    let isLandmark: Bool
  }

  /// The marks, the most useful first.
  private(set) var marks: [Mark] = []

  static let none = MapGround()

  private init() {}

  /// Looks for what lies around places that were found in an area, in the data at hand: nothing is asked of a service.
  static func around(_ places: [FoundPlace], in area: SearchArea, of data: some RecallPlaceUseCase) async -> MapGround {
    // As wide as a page; a terminal shows less.
    let width = 480
    let height = 160
    let viewport = MapViewport(area: area, places: places, width: width, height: height)
    guard let box = viewport.box(width: width, height: height) else { return .none }
    return MapGround(surroundings: await data.surroundings(in: box, around: viewport.center), answer: places)
  }

  /// Makes the ground of an answer.
  ///
  /// - Parameters:
  ///   - surroundings: Places around it, landmarks first; those that are no landmarks lend their addresses.
  ///   - answer: The places that the map shows anyway.
  init(surroundings: [Place], answer: [FoundPlace]) {
    let shown = Set(answer.map(\.place.id))
    var names = Set(answer.compactMap(\.place.name))
    let around = surroundings.filter { !shown.contains($0.id) }
    for place in around where place.isLandmark {
      // A station has a point for each of its exits and lines, all of one name.
      guard let name = place.name, names.insert(name).inserted else { continue }
      marks.append(Mark(name: TerminalText.cleaned(name), coordinate: place.coordinate, isLandmark: true))
    }
    let places = answer.map(\.place) + around
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

  /// The road of an address: `강남대로` of `서울 강남구 강남대로 396`, `Main Street` of `12 Main Street, Springfield`.
  static func road(_ address: String) -> String? {
    let words = address.prefix { $0 != "," && $0 != "(" }.split(separator: " ")
    if let korean = words.last(where: { $0.hasSuffix("로") || $0.hasSuffix("길") }), korean.count > 1 {
      return String(korean)
    }
    guard !address.unicodeScalars.contains(where: { ("가"..."힣").contains($0) }) else { return nil }
    let name = words.filter { !$0.contains(where: \.isNumber) }
    return name.count == words.count || name.isEmpty ? nil : name.joined(separator: " ")
  }

  /// The neighbourhood of an address by lot: `역삼동` of `서울 강남구 역삼동 820-8`.
  static func neighbourhood(_ address: String) -> String? {
    address.split(separator: " ").last { word in
      word.count > 1 && ["동", "읍", "면", "리", "가"].contains { word.hasSuffix($0) }
    }.map(String.init)
  }

  /// The point in the middle of some along their longer axis: one of them, so that the name of a road stands on it.
  private static func median(of points: [Coordinate]) -> Coordinate {
    let latitudes = points.map(\.latitude)
    let longitudes = points.map(\.longitude)
    let tall = (latitudes.max() ?? 0) - (latitudes.min() ?? 0)
    let wide = (longitudes.max() ?? 0) - (longitudes.min() ?? 0)
    let sorted = points.sorted { tall > wide ? $0.latitude < $1.latitude : $0.longitude < $1.longitude }
    return sorted[sorted.count / 2]
  }
}
