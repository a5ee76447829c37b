import Domain

/// Finds the places with a text in a name or an address, reading as few rows as possible.
extension IndexContent {
  /// The number of bytes of words that take as long to read as a row.
  private static let rowTime = 256

  /// Returns the positions of the places whose name contains all words of a text, in order.
  ///
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(m) for lists with m places if the grams are exact. Otherwise the faster of two: reading the rows
  ///   of the places that have all grams, or reading all words of the file.
  func places(named matcher: KeywordMatcher, _ chains: SoughtChains) throws(IndexHeader.FormatError) -> [UInt32] {
    let patterns = matcher.patterns
    var found: [UInt32] = []
    if matcher.isExact {
      found = try places(holding: patterns, exactly: true)
    } else {
      var unread: [UInt32] = []
      for segment in segments {
        let first = UInt32(segment.firstPosition)
        let few = segment.words.textBytes / Self.rowTime
        let (places, areKnown) = try segment.places(named: matcher, patterns, upTo: few)
        if areKnown { found.append(places, behind: first) } else { unread.append(places, behind: first) }
      }
      found += try places(in: unread) { row, _ in matcher.matches(row.soughtNames) }
      if !unread.isEmpty { found.sort() }
    }
    guard !chains.isEmpty else { return found }
    let known = PlaceSet(found, count: blockCount * IndexLayout.blockSize)
    let others = try chains.places(with: []).filter { !known.contains($0) }
    found += try places(in: others) { chains.withNames(of: $0, at: $1, matcher.matches) }
    return found.sorted()
  }

  /// Returns the positions of the places with an address that matches a typed one, in order.
  ///
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(s + m) for s streets that have all grams, with m places. For a typed number, the rows of the
  ///   places that have the number's gram are read too.
  func places(at typed: TypedAddress) throws(IndexHeader.FormatError) -> [UInt32] {
    let numbers = typed.patterns.filter(\.isNumber)
    let letters = typed.patterns.filter { !$0.isNumber }
    var found: [UInt32] = []
    for segment in segments {
      let first = UInt32(segment.firstPosition)
      var places = numbers.isEmpty ? nil : try segment.names.places(holding: numbers)
      if !letters.isEmpty {
        let ofStreets = try segment.places(onStreets: letters) { typed.hasNumber || typed.match($0) != nil }
        places = places?.filter(ofStreets.contains) ?? ofStreets.positions
      }
      found += (places ?? []).lazy.map { $0 + first }
    }
    guard typed.hasNumber else { return found }
    return try self.places(in: found) { row, _ in
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
    _ chains: SoughtChains,
    _ match: TextMatch,
    limit: Int,
    where isWanted: (UInt32) -> Bool = { _ in true }
  ) throws(IndexHeader.FormatError) -> FirstElements<NameRank> {
    let positions = withoutExcluded(try typed.places(in: self)).filter(isWanted)
    let parts = try collect(from: positions, into: NameRanks(self, chains, limit: limit)) {
      $0.add($1, at: $2, typed, isExact: match == .wholeNameAndAddress)
    }
    return parts.reduce(into: NameRanks(self, chains, limit: limit).ranks) { $0.add($1.ranks) }
  }

  /// Returns the given places, in order, whose rows satisfy a predicate.
  private func places(
    in some: [UInt32],
    where isWanted: @Sendable (RowFormat, UInt32) -> Bool
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    guard !some.isEmpty else { return [] }
    return try collect(from: some, into: [UInt32]()) { if isWanted($1, $2) { $0.append($2) } }.flatMap(\.self)
  }
}

extension [UInt32] {
  /// Appends positions in a segment, offset by the segment's first position.
  fileprivate mutating func append(_ positions: [UInt32], behind first: UInt32) {
    // An index of one segment needs no offset.
    if isEmpty, first == 0 { self = positions } else { self += positions.lazy.map { $0 + first } }
  }
}

extension Segment {
  /// Returns the positions in the segment of the places whose name contains all words of a text.
  ///
  /// The words of the segment suffice if it has them; then `areKnown` is true. Otherwise, or if at most `few` places
  /// have all grams, returns the places that may match.
  fileprivate func places(
    named matcher: KeywordMatcher,
    _ patterns: [GramPattern],
    upTo few: Int
  ) throws(IndexHeader.FormatError) -> (places: [UInt32], areKnown: Bool) {
    let matchers = words.count > 0 ? matcher.eachWord : nil
    if matchers == nil || !patterns.contains(where: \.isPart) {
      let places = try names.places(holding: patterns)
      if matchers == nil || places.count <= few { return (places, false) }
    }
    var all: PlaceSet?
    for word in matchers ?? [] {
      let places = try words.places { word.matches($0) }
      if all == nil { all = places } else { all?.formIntersection(places) }
    }
    return (all?.positions ?? [], true)
  }

  /// Returns the places on streets that have all patterns and satisfy a predicate.
  fileprivate func places(
    onStreets parts: [GramPattern],
    where isWanted: (ByteView) -> Bool
  ) throws(IndexHeader.FormatError) -> PlaceSet {
    var wanted: [Int] = []
    try streets.forEachText(of: names.streets(holding: parts)) { number, street in
      if isWanted(street) { wanted.append(number) }
    }
    return try streets.places(of: wanted)
  }
}
