import Domain
import Testing

@testable import App

/// A screen for tests: takes keys, and exposes states and effects.
struct Screen {
  var state: BrowseState
  /// The effects of the last input.
  var effects: [BrowseEffect] = []

  init(
    columns: Int = 80,
    rows: Int = 24,
    places: [FoundPlace]? = FoundPlace.around(.gangnam, count: 15),
    totalCount: Int? = nil,
    glyphs: MapGlyphs = .unicode,
    language: Language = .english,
    sort: PlaceQuery.Sort? = nil,
    limit: PlaceLimit = .standard
  ) throws {
    let query = try PlaceQuery(
      categories: [.group(.cafe)],
      area: .circle(center: .gangnam, radius: .standard),
      sort: sort
    )
    state = BrowseState(size: ScreenSize(columns: columns, rows: rows), glyphs: glyphs, query: query.limited(to: limit))
    state.language = language
    handle(.begun)
    guard let places else { return }
    result(places, totalCount: totalCount)
    handle(.terminal(.key(.escape)))
    effects = []
  }

  mutating func handle(_ input: BrowseInput) {
    var input = input
    if case .terminal(.mouse(let event)) = input {
      input = .mouse(event, on: drawing.target(column: event.column, row: event.row))
    }
    (state, effects) = BrowseModel.next(state, input)
  }

  mutating func type(_ text: String) { for character in text { handle(.terminal(.key(.character(character)))) } }

  mutating func press(_ keys: Key...) { for key in keys { handle(.terminal(.key(key))) } }

  /// Completes the search in progress.
  mutating func result(_ places: [FoundPlace], totalCount: Int? = nil) {
    handle(
      .finished(
        state.lastIdentifier,
        .success(.collection(places, totalCount: totalCount, isComplete: totalCount == nil, source: .sample))
      )
    )
  }

  mutating func refuse(_ error: PlaceSearchError) { handle(.finished(state.lastIdentifier, .failure(error))) }

  var lines: [String] { grid.lines(isColored: false) }
  var drawing: BrowseDrawing { BrowseRenderer.drawing(of: state) }
  var grid: CellGrid { drawing.grid }
  var text: String { lines.joined(separator: "\n") }

  var searched: PlaceQuery? {
    for case .search(let search) in effects { return search.query }
    return nil
  }
}

extension Screen {
  /// The ids of the places that the last input saved.
  var saved: [String] {
    effects.flatMap { effect -> [String] in
      guard case .save(let found, _, _) = effect else { return [] }
      return found.map(\.place.id)
    }
  }
}

extension SearchArea {
  /// The radius in metres; `nil` if the area isn't a circle.
  var radiusInMeters: Double? { radius?.meters }
}
