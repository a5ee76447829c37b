import Domain

@testable import PlaceIndex

/// All kinds of queries to an index.
///
/// No result may be longer than requested, even if the index is damaged.
enum IndexQueries {
  /// A fraction of the queries, because slow inputs are tried less often.
  struct Share {
    /// The index of the fraction, less than the count.
    let number: Int
    let count: Int

    fileprivate func of<Query>(_ queries: [Query]) -> [Query] {
      stride(from: number, to: queries.count, by: count).map { queries[$0] }
    }
  }

  /// Runs a fraction of the queries.
  ///
  /// A query may fail, because the index is damaged.
  static func run(_ index: PlaceIndex, _ share: Share, choice: UInt8) {
    for query in share.of(queries) { run(index, query) }
    for text in share.of(texts) { run(index, text) }
    for id in ["7", "3999", ""] { run(index, id: id) }
    let categories = (try? index.categories()) ?? []
    require(categories.allSatisfy { $0.places > 0 }, "a category that is listed has places")
    for listed in categories.prefix(40) {
      let area = areas[Int(choice) % areas.count]
      if let query = try? PlaceQuery(categories: [listed.category], area: area) { run(index, query) }
    }
    require(index.summary.placeCount == index.placeCount, "the summary counts every place")
  }

  private static func run(_ index: PlaceIndex, _ query: PlaceQuery) {
    _ = (index.gap(for: query), index.coverageSize(holding: query), index.reaches(query.area))
    guard let result = try? index.places(matching: query, limit: 20) else { return }
    require(result.places.count <= 20, "an answer holds no more than the limit")
    let distances = result.places.compactMap { $0.distance?.meters }
    require(distances == distances.sorted(), "an answer is in the order of distance")
    shown(result, of: index)
    if let page = try? index.places(matching: query, offset: 3, limit: 4) {
      require(page.places.count <= 4, "a page holds no more than the limit")
    }
  }

  private static func run(_ index: PlaceIndex, _ text: SearchText) {
    if let result = try? index.places(named: text, limit: 5) {
      require(result.places.count <= 5, "places of a name are up to the limit")
      shown(result, of: index)
    }
    if let names = try? index.names(similarTo: text, limit: 3) {
      require(names.count <= 3 && Set(names).count == names.count, "similar names are up to the limit, each once")
    }
  }

  private static func run(_ index: PlaceIndex, id: String) {
    guard let result = try? index.place(withID: id) else { return }
    require(result.places.map(\.place.id) == [id], "a place that is found by its id has it")
    shown(result, of: index)
  }

  /// Reads the details that are shown with places.
  private static func shown(_ result: PlaceIndexResult, of index: PlaceIndex) {
    _ = index.attribution(of: result)
    for place in result.places.indices { _ = index.inputNames(of: place, in: result) }
    guard let found = result.places.first?.place else { return }
    _ = index.covers(found.coordinate)
    if let nearest = try? index.nearestPlace(to: found.coordinate, within: 1_000, where: { $0.id == found.id }) {
      require(nearest.places.map(\.place.id) == [found.id], "the nearest place satisfies the condition")
    }
  }

  private static let texts = [
    "gaon 1", "가온 7", "ㄱㅇ", "가온로 12", "서울 가온로 19", "gaom", "가", "00012", "나래역", "..",
  ].compactMap { SearchText($0) }

  private static let areas: [SearchArea] = {
    guard let center = try? Coordinate(latitude: 37.15, longitude: 127.15),
      let pole = try? Coordinate(latitude: 90, longitude: -180),
      let wide = Distance(meters: 3_000_000).flatMap({ SearchRadius($0) }),
      let box = try? BoundingBox(west: 127.1, south: 37.1, east: 127.12, north: 37.12),
      let around = try? BoundingBox(west: 170, south: -90, east: -170, north: 90)
    else { fatalError("an area of the fuzzer is invalid") }
    return [
      .circle(center: center, radius: .standard), .circle(center: center, radius: wide),
      .circle(center: pole, radius: .maximum), .box(box, center: nil), .box(box, center: center),
      .box(around, center: nil), .anywhere(center: nil), .anywhere(center: center),
    ]
  }()

  private static let queries: [PlaceQuery] = {
    let kinds = ["dentist", "bakery", "park"].compactMap { Kind(slug: $0).map(PlaceCategory.kind) }
    let choices: [[PlaceCategory]] = [
      [.any], [.group(.cafe)], [.group(.bank), .group(.subway)], kinds, [.source("source=word")],
      CategoryGroup.allCases.map(PlaceCategory.group),
    ]
    let ofCategories = areas.flatMap { area in choices.compactMap { try? PlaceQuery(categories: $0, area: area) } }
    let ofTexts = areas.flatMap { area in texts.compactMap { try? PlaceQuery(text: $0, area: area) } }
    let ofBoth = texts.compactMap { try? PlaceQuery(categories: [.group(.cafe)], text: $0, area: areas[7]) }
    return ofCategories + ofTexts + ofBoth
  }()
}
