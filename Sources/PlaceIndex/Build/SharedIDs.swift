import Domain
import Tables

/// The places whose ids, without suffixes, occur in several inputs.
struct SharedIDs {
  /// A place of a source, by its number there.
  struct Place {
    let hash: UInt64
    let source: Int
    let number: Int
  }

  /// The minimum ratio of the largest segment's places to all others for which its ids are looked up in its id order.
  ///
  /// Below it, all of the segment's ids are read.
  private static let largeShare = 16

  /// The places with the same hash, sorted by hash and source.
  private(set) var groups: [ArraySlice<Place>] = []

  init(of sources: [InputPlaces], threads: Int) throws(IndexFileError) {
    guard sources.count > 1 else { return }
    let large = sources.indices.max { sources[$0].placeCount < sources[$1].placeCount } ?? 0
    let rest = sources.reduce(0) { $0 + $1.placeCount } - sources[large].placeCount
    var places: [Place]
    if case .copied(let segment) = sources[large], rest < segment.placeCount / Self.largeShare {
      places = try Self.places(of: sources, besides: large, in: segment, threads: threads)
    } else {
      places = try Self.likelyShared(by: sources, threads: threads)
    }
    places.sort { ($0.hash, $0.source, $0.number) < ($1.hash, $1.source, $1.number) }
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, places[end].hash == places[start].hash { end += 1 }
      if places[start].source != places[end - 1].source { groups.append(places[start..<end]) }
      start = end
    }
  }

  /// Returns the places of all sources but a large one, and the large source's places with the same ids.
  private static func places(
    of sources: [InputPlaces],
    besides large: Int,
    in segment: CopiedSegment,
    threads: Int
  ) throws(IndexFileError) -> [Place] {
    var places: [Place] = []
    var hashes: [[UInt8]: UInt64] = [:]
    for (number, source) in sources.enumerated() where number != large {
      let known = try source.hashesOfIdentifiers(threads: threads)
      for place in 0..<known.count where known[place] != 0 {
        places.append(Place(hash: known[place], source: number, number: place))
        let id = ByteView.over(source.id(of: place)) { IDOrder.unmarked($0).array }
        hashes[id] = known[place]
      }
    }
    for (id, hash) in hashes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for number in try segment.numbers(withIDOrMark: id) {
        places.append(Place(hash: hash, source: large, number: number))
      }
    }
    return places
  }

  /// Returns the places whose hashes probably occur in several sources.
  private static func likelyShared(by sources: [InputPlaces], threads: Int) throws(IndexFileError) -> [Place] {
    let hashes = try sources.map { (source) throws(IndexFileError) in
      try source.hashesOfIdentifiers(threads: threads)
    }
    let shared = SharedHashes(hashes)
    var places: [Place] = []
    for (source, list) in hashes.enumerated() {
      for number in 0..<list.count where shared.contains(list[number]) {
        places.append(Place(hash: list[number], source: source, number: number))
      }
    }
    return places
  }
}

extension Int {
  /// The smallest power of two that is at least this number.
  var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
