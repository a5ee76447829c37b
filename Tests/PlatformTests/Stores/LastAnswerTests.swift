import Domain
import TestSupport
import Testing

@testable import Platform

/// Which answer counts as the last one.
@Suite struct LastAnswerTests {
  private func stores(_ directory: TemporaryDirectory, session: Int32) -> Stores {
    var options = StoreConfiguration()
    options.stateDirectory = directory.file("state")
    options.recordsCandidates = true
    return Stores(configuration: options, service: .kakao, key: nil, clock: WallClock { 1_000 }, session: session)
  }

  private func found(_ id: String) throws -> FoundPlace {
    FoundPlace(place: Place(id: id, name: id, coordinate: try Fixture.seoul(), group: .gas), distance: nil)
  }

  private struct Candidates: LocateUseCases {
    let places: [Place]

    func address(of coordinate: Coordinate) throws(PlaceSearchError) -> CoordinateAddress { throw .cancelled }

    func candidates(for text: SearchText, limit: Int) async throws(PlaceSearchError) -> LocatedPlaces {
      LocatedPlaces(candidates: places, totalCount: places.count, provenance: Provenance(source: .index))
    }
  }

  @Test func `each terminal has its own last answer, and a new one has the last of all`() async throws {
    try await TemporaryDirectory.with { directory in
      let (first, second, third) = (
        stores(directory, session: 1), stores(directory, session: 2), stores(directory, session: 3)
      )
      #expect(try first.answers.lastAnswer().isEmpty)
      try first.answers.record([try found("a")], center: nil, provenance: Provenance(source: .index))
      try second.answers.record([try found("b")], center: nil, provenance: Provenance(source: .index))
      #expect(try first.answers.lastAnswer().map(\.found.place.id) == ["a"])
      #expect(try second.answers.lastAnswer().map(\.found.place.id) == ["b"])
      #expect(try third.answers.lastAnswer().map(\.found.place.id) == ["b"])
      #expect(try first.answers.answers().map { $0.map(\.found.place.id) } == [["b"], ["a"]])
    }
  }

  @Test func `candidates are recorded as an answer, and an empty list is not`() async throws {
    try await TemporaryDirectory.with { directory in
      let stores = stores(directory, session: 1)
      let text = try #require(SearchText("a"))
      for places in [[try found("a").place, try found("b").place], []] {
        _ = try await stores.recordingCandidates(Candidates(places: places)).candidates(for: text, limit: 2)
      }
      #expect(try stores.answers.lastAnswer().map(\.found.place.id) == ["a", "b"])
      #expect(try stores.history.entries().isEmpty)
    }
  }
}
