import Domain

/// Finds the places with a text in a name or an address.
extension IndexContent {
  /// Returns the positions of the places whose name contains all words of a text, in order.
  ///
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(w + m) for w words that have the grams of the text, with m places.
  func places(named matcher: KeywordMatcher, _ chains: MatchingChains) throws(IndexHeader.FormatError) -> [UInt32] {
    try set(named: matcher, chains)?.positions ?? []
  }

  /// Returns the places whose name contains all words of a text; `nil` if there are none.
  func set(named matcher: KeywordMatcher, _ chains: MatchingChains) throws(IndexHeader.FormatError) -> PlaceSet? {
    var found = try set { (segment) throws(IndexHeader.FormatError) in try segment.places(named: matcher.words) }
    guard !chains.isEmpty else { return found }
    let others = try chains.places(with: []).filter { found?.contains($0) != true }
    let more = try places(in: others) { chains.withNames(of: $0, at: $1, matcher.matches) }
    if !more.isEmpty { PlaceSet(more, count: positionCount).join(&found) }
    return found
  }

  /// Returns the positions of the places with an address that matches a typed one, in order.
  ///
  /// - Parameters:
  ///   - typed: The address.
  ///   - some: The places among which to find them; `nil` for all.
  /// - Returns: The positions.
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(s + m) for s streets that have all grams, with m places. For a typed number, the rows of the
  ///   places that have the number are read too.
  func places(at typed: TypedAddress, among some: PlaceSet? = nil) throws(IndexHeader.FormatError) -> [UInt32] {
    let found = try set { (segment) throws(IndexHeader.FormatError) in try segment.places(at: typed) }
    guard var found else { return [] }
    if let some { found.formIntersection(some) }
    guard typed.hasNumber else { return found.positions }
    return try places(in: found.positions) { row, _ in
      typed.match(row[.roadAddress]) != nil || typed.match(row[.lotAddress]) != nil
    }
  }

  /// Returns the places whose names and addresses together contain a text, best first and up to a limit.
  ///
  /// For `.wholeNameAndAddress`, the name must have no further words.
  ///
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(m) for m places with all words.
  func ranks(
    of typed: TypedNameAndAddress,
    _ chains: MatchingChains,
    _ match: TextMatch,
    limit: Int,
    where isWanted: (UInt32) -> Bool = { _ in true }
  ) throws(IndexHeader.FormatError) -> FirstElements<NameRank> {
    let positions = withoutHidden(try typed.places(in: self)).filter(isWanted)
    let parts = try collect(from: positions, into: NameRanks(self, chains, limit: limit)) {
      $0.add($1, at: $2, typed, isExact: match == .wholeNameAndAddress)
    }
    return parts.reduce(into: NameRanks(self, chains, limit: limit).ranks) { $0.add($1.ranks) }
  }

  /// Returns the places that a closure finds in each segment; `nil` if there are none.
  func set(
    _ find: (Segment) throws(IndexHeader.FormatError) -> PlaceSet?
  ) throws(IndexHeader.FormatError) -> PlaceSet? {
    if segments.count == 1 { return try find(segments[0]) }
    var all: PlaceSet?
    for segment in segments {
      guard let places = try find(segment) else { continue }
      var shifted = all ?? PlaceSet(count: positionCount)
      all = nil
      shifted.formUnion(places, fromBlock: segment.blocks.lowerBound)
      all = shifted
    }
    return all
  }

  /// Returns the positions of the places that a closure finds in each segment.
  func places(
    _ find: (Segment) throws(IndexHeader.FormatError) -> PlaceSet?
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    try set(find)?.positions ?? []
  }

  /// The number of positions, including unused ones.
  var positionCount: Int { blockCount * IndexLayout.blockSize }

  /// Returns the given places, in order, whose rows satisfy a predicate.
  private func places(
    in some: [UInt32],
    where isWanted: @Sendable (RowFormat, UInt32) -> Bool
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    guard !some.isEmpty else { return [] }
    return try collect(from: some, into: [UInt32]()) { if isWanted($1, $2) { $0.append($2) } }.flatMap(\.self)
  }
}

/// Searches by names and addresses across all segments.
extension IndexContent {
  /// Returns the blocks with the most grams of a folded name, up to a limit.
  ///
  /// Source: E. Ukkonen, "Approximate string-matching with q-grams and maximal matches" (1992).
  func blocks(similarTo name: [UInt8], limit: Int) throws(IndexHeader.FormatError) -> [UInt32] {
    var counts = [UInt8](repeating: 0, count: blockCount)
    let grams = Set(name.split { $0 <= 0x20 }.flatMap { Grams.ofPart(Array($0)) })
    for segment in segments {
      for gram in grams.prefix(Int(UInt8.max)) {
        guard let places = try segment.words.places(ofTermsWith: gram, where: { _ in true }) else { continue }
        for block in segment.blocks where places.places(ofBlock: block - segment.blocks.lowerBound) != 0 {
          counts[block] += 1
        }
      }
    }
    var sizes = [Int](repeating: 0, count: 256)
    for count in counts { sizes[Int(count)] += 1 }
    var blocks: [UInt32] = []
    var rest = limit
    for count in stride(from: 255, through: 0, by: -1) where rest > 0 && sizes[count] > 0 {
      blocks += counts.indices.lazy.filter { Int(counts[$0]) == count }.prefix(rest).map(UInt32.init)
      rest = limit - blocks.count
    }
    return blocks
  }
}
