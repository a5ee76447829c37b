import Domain
import Synchronization
import Testing

@testable import App

/// A source whose first query ends only when no other row begins.
private final class StalledSource: StubUseCases {
  let memory = StubMemory()
  let indexFiles = StubIndexFiles()
  /// The number of queries.
  private let begun = Atomic<Int>(0)
  /// The number of queries when the first one ends.
  private let begunDuringFirst = Atomic<Int>(0)

  var countDuringFirst: Int { begunDuringFirst.load(ordering: .relaxed) }

  func provenance() -> Provenance { Provenance(source: .kakao) }
  func cost(of query: PlaceQuery) -> SearchCost { SearchCost(requests: 1...1) }

  func places(
    matching query: PlaceQuery,
    progress: (@Sendable (SearchProgress) -> Void)?
  ) async throws(PlaceSearchError) -> PlaceCollection {
    if begun.add(1, ordering: .relaxed).oldValue == 0 {
      var before = 0
      repeat {
        before = begun.load(ordering: .relaxed)
        try? await Task.sleep(for: .milliseconds(before < 256 ? 1 : 100))
      } while begun.load(ordering: .relaxed) > before || before < 256
      begunDuringFirst.store(before, ordering: .relaxed)
    }
    return PlaceCollection(
      places: [],
      totalCount: 0,
      isComplete: true,
      provenance: Provenance(source: .kakao, requests: 1)
    )
  }
}

@Suite(.timeLimit(.minutes(20))) struct LookAheadTests {
  @Test func `a query that takes long delays the rows from 256 after its own, and loses none`() async {
    let source = StalledSource()
    let rows = "lat,lng\n" + (100..<500).map { "37.\($0),127\n" }.joined()
    let outcome = await BatchOutcome(of: "-c gas --jobs 4", rows: rows, from: source)
    #expect(source.countDuringFirst == 256)
    #expect(outcome.status == 0 && outcome.lines.count == 400, "\(outcome.errors)")
  }
}
