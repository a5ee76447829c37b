import Domain
import Synchronization

/// Everything an area search has seen, shared by the parts of it that run at once.
final class AreaTally: Sendable {
  /// A place, and its distance from the question's centre where the service measured it.
  struct Sighting: Sendable {
    let place: Place
    var distance: Distance?
    /// Whether the answer to the question itself holds it, so that the service counts it in the area.
    var isAnswered = false
  }

  private struct State {
    var sightings: [String: Sighting] = [:]
    var unprovenCells = 0
    var crowdedSpots = 0
    var disorders = 0
    var isSweepGivenUp = false
    var hasDisagreed = false
    var hasAgreed = false
    var hasUnreliableCounts = false
    var isCutShort = false
    var trustsEnds = true
    var reachableCount = KakaoSearch.reachableCount
    var ignoredRectangles = 0
    var misfit = DistanceMisfit()
    var cellsDone = 0
    var cellsKnown = 0
  }

  private let state = Mutex(State())

  /// Disorders after which the order of answers is not relied on any more.
  private static let mostDisorders = 2
  /// Answers to a rectangle from elsewhere, after which rectangles are taken to be ignored.
  private static let mostIgnoredRectangles = 3
  /// Cells whose counts were wrong twice, after which no other is looked at again.
  private static let mostUnproven = 4

  /// Adds places of a page.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - anchor: Where their distances were asked from.
  ///   - areMeasured: Whether that is the question's centre.
  ///   - areAnswered: Whether they are the answer to the question itself.
  func add(_ places: [FoundPlace], anchor: Coordinate?, areMeasured: Bool, areAnswered: Bool = false) {
    // Far from an anchor the two measures differ by more, and nothing is judged by those.
    let misfit = areMeasured ? anchor.map { DistanceMisfit(of: places, from: $0) } : nil
    state.withLock { state in
      if let misfit { state.misfit.merge(misfit) }
      for found in places {
        let known = state.sightings[found.place.id]
        let distance = (areMeasured ? found.distance : nil) ?? known?.distance
        state.sightings[found.place.id] = Sighting(
          place: known?.place ?? found.place,
          distance: distance,
          isAnswered: areAnswered || known?.isAnswered == true
        )
      }
    }
  }

  /// What was seen so far, as far as it bears on whether that is all.
  ///
  /// - Parameters:
  ///   - count: How many places the service counts in the area.
  ///   - rule: How the service takes a radius, where that is known.
  /// - Returns: A copy, which does not change any more.
  func evidence(count: Int, rule: RadiusRule?) -> AreaEvidence {
    state.withLock { state in
      AreaEvidence(
        sightings: Array(state.sightings.values),
        count: count,
        rule: rule,
        toleranceInMeters: state.misfit.toleranceInMeters,
        isCovered: state.unprovenCells == 0 && state.crowdedSpots == 0 && !state.isCutShort,
        countsAreConsistent: !state.hasUnreliableCounts && state.ignoredRectangles == 0,
        countsHaveAgreed: state.hasAgreed,
        countsHaveDisagreed: state.hasDisagreed
      )
    }
  }

  /// The distinct places so far.
  var places: [Place] { state.withLock { $0.sightings.values.map(\.place) } }
  /// How many distinct places there are so far.
  var count: Int { state.withLock { $0.sightings.count } }
  /// How many distinct places there are so far at coordinates of a kind.
  func count(where isCounted: (Coordinate) -> Bool) -> Int {
    state.withLock { $0.sightings.values.count { isCounted($0.place.coordinate) } }
  }
  /// The distinct places so far that lie in a cell.
  func seen(in cell: AreaCell) -> [Coordinate] {
    state.withLock { $0.sightings.values.map(\.place.coordinate).filter(cell.contains) }
  }

  /// How many spots hold more than paging can reach.
  var crowdedSpots: Int { state.withLock { $0.crowdedSpots } }
  /// Notes an answer to a rectangle whose places mostly lie elsewhere; where it happens again, the search ends.
  func noteIgnoredRectangle() {
    state.withLock { state in
      state.ignoredRectangles += 1
      if state.ignoredRectangles >= Self.mostIgnoredRectangles { state.isCutShort = true }
    }
  }
  /// Whether looking at the area again can bring anything: not where a spot holds more than can be reached.
  var isWorthAnotherPass: Bool { state.withLock { $0.unprovenCells < Self.mostUnproven && $0.crowdedSpots == 0 } }
  /// Notes a spot that holds more places than paging can reach and cannot be cut.
  func noteCrowdedSpot() { state.withLock { $0.crowdedSpots += 1 } }
  /// Whether a cell whose count was wrong is worth another look.
  var isWorthAnotherLook: Bool { state.withLock { $0.unprovenCells < Self.mostUnproven } }
  /// Notes a part that could not be seen whole.
  func noteUnproven() { state.withLock { $0.unprovenCells += 1 } }
  /// Notes that the service counts fewer places than it shows, or something else from one page to the next.
  ///
  /// No count proves anything then, however well two of them agree later.
  func noteUnreliableCounts() { state.withLock { $0.hasUnreliableCounts = true } }
  /// Places of one cell that paging can reach, as far as the service has shown.
  var reachableCount: Int { state.withLock { $0.reachableCount } }
  /// Learns from a page how many places can be reached.
  ///
  /// - Parameter page: A page of a search with more places than that.
  func learnReach(from page: KakaoPage) {
    let told = max(page.pageableCount, KakaoSearch.pageSize)
    state.withLock { $0.reachableCount = min($0.reachableCount, told) }
  }
  /// Whether a page's word that it is the last one is worth something.
  var trustsEnds: Bool { state.withLock { $0.trustsEnds } }
  /// Notes that a page said it was not the last one, and was.
  func noteFalseEnd() { state.withLock { $0.trustsEnds = false } }
  /// Whether a count and the places have agreed anywhere.
  var hasAgreed: Bool { state.withLock { $0.hasAgreed } }
  /// Notes that a count and the places agreed.
  func noteAgreement() { state.withLock { $0.hasAgreed = true } }
  /// Notes that a count and the places did not agree.
  func noteDisagreement() { state.withLock { $0.hasDisagreed = true } }
  /// Whether the order of answers is still relied on.
  var trustsOrder: Bool { state.withLock { $0.disorders < Self.mostDisorders } }
  /// Notes an answer that was not in the order asked for.
  func noteDisorder() { state.withLock { $0.disorders += 1 } }
  /// Notes that the service does not sort at all.
  func noteNoOrder() { state.withLock { $0.disorders = Self.mostDisorders } }
  /// Whether the sweep was given up at its first step.
  var isSweepGivenUp: Bool { state.withLock { $0.isSweepGivenUp } }
  /// Notes that the sweep is given up at its first step, because the service has forgotten the anchor.
  func giveUpSweep() { state.withLock { $0.isSweepGivenUp = true } }
  /// Whether the search ended before the area did: requests are used up, or enough places are there.
  var isCutShort: Bool { state.withLock { $0.isCutShort } }
  /// Notes that the search ends before the area does.
  func noteCutShort() { state.withLock { $0.isCutShort = true } }
  /// Starts over with the proof, keeping the places.
  func forgetProof() { state.withLock { $0.unprovenCells = 0 } }

  /// Parts of the area that are done.
  var cellsDone: Int { state.withLock { $0.cellsDone } }
  /// Notes parts of the area.
  func note(done: Int, known: Int) {
    state.withLock {
      $0.cellsDone += done
      $0.cellsKnown += known
    }
  }

  /// How far the search has come.
  func progress(requests: Int) -> SearchProgress {
    state.withLock {
      SearchProgress(
        requests: requests,
        places: $0.sightings.count,
        cellsDone: $0.cellsDone,
        cellsKnown: $0.cellsKnown
      )
    }
  }
}
