public import Domain
import Rows
import Tables

extension PlaceIndex {
  /// Returns a text with its typing errors corrected: each word that no place has becomes the most frequent similar
  /// word of the places' names.
  ///
  /// - Returns: The text; `nil` if every word has places, or if one has no similar word.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(t) for the words that begin or end with half of a typed word.
  public func correction(of text: SearchText) throws(IndexFileError) -> SearchText? {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      try TextCorrection(content: content).corrected(text.value).flatMap { SearchText($0) }
    }
  }

  /// Finds the places that a name may refer to, most likely first.
  ///
  /// Stations and other landmarks precede shops with the same name. Exact matches precede names that begin with the
  /// text, and these precede names that contain all its words. `강남역` also matches the station that is listed as `강남`.
  /// A text with a number means an address that has its words as whole words rather than a name that has only parts of
  /// them.
  ///
  /// If no name matches, the text may be a name and a part of its address, such as `Town Hall, Springfield`. It is also
  /// compared with addresses: each address that contains all words, in any order, becomes one place without a category,
  /// with the address as its name. A house number must be next to the same word as in the text. An address in two towns
  /// is two places.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - limit: The maximum number of places, 0 or more.
  /// - Returns: The places, and the number of all matches.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(m) in the number of places that the index of names cannot rule out, on all processors.
  public func places(named text: SearchText, limit: Int) throws(IndexFileError) -> PlaceIndexResult {
    try places(named: text, where: [], limit: limit)
  }

  /// Finds the places that a name may refer to and that satisfy conditions; addresses don't satisfy any.
  package func places(
    named text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) throws(IndexFileError) -> PlaceIndexResult {
    let typed = TypedName(text.value)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let filter =
        conditions.isEmpty
        ? nil : try AttributeFilter(PlaceMatch(conditions: conditions), in: content, ignoringUnknownKeys: false)
      for match in [TextMatch.name, .looseName] {
        let ranks = try ranks(of: typed, isLoose: match == .looseName, filter, limit: limit)
        guard ranks.count > 0 else { continue }
        let found = try result(Array(ranks.first), of: ranks.count, for: text.value, by: match) { $1 }
        // A name with only a part of a word or number, such as 53 for 5, doesn't hide an address.
        let address = TypedAddress(text.value)
        guard !found.isFirstCertain, filter == nil, address.hasHouseNumber else { return found }
        let addressed = try places(at: address, limit: limit)
        return addressed.isFirstCertain && addressed.totalCount > 0 ? addressed : found
      }
      return try placesBeyondNames(text.value, filter, limit: limit)
    }
  }

  /// Finds the places for a text that no name contains: by name and address together, or by address.
  ///
  /// Addresses come first if the text has a number, and otherwise before places whose name has further words. This is
  /// the order of ``TextMatch``, so that several indexes agree on it.
  private func placesBeyondNames(
    _ value: String,
    _ filter: AttributeFilter?,
    limit: Int
  ) throws(IndexHeader.FormatError) -> PlaceIndexResult {
    var text = try TextLookup(value, in: content)
    for match in text.matchesBeyondNames {
      let found: PlaceIndexResult
      if match == .address {
        found = filter == nil ? try places(at: text.address, limit: limit) : .none
      } else if let both = text.both {
        let ranks = try content.ranks(of: both, text.chains, match, limit: limit) { filter?.contains($0) ?? true }
        found = try result(Array(ranks.first), of: ranks.count, for: value, by: match) { $1 }
      } else {
        continue
      }
      if found.totalCount > 0 { return found }
    }
    return .none
  }

  func result(
    _ ranks: [NameRank],
    of count: Int,
    for text: String,
    by match: TextMatch,
    _ change: (Int, Place) -> Place
  ) throws(IndexHeader.FormatError) -> PlaceIndexResult {
    let reader = PlaceReader(content: content)
    var places: [FoundPlace] = []
    for (number, rank) in ranks.enumerated() {
      guard let place = reader.place(at: rank.position) else { throw .damaged(IndexSection.rows.name) }
      places.append(FoundPlace(place: change(number, place), distance: nil))
    }
    let positions = hasSeveralInputs ? ranks.map(\.position) : nil
    var result = PlaceIndexResult(places: places, totalCount: count, positions: positions, match: match)
    if let first = ranks.first { result.isFirstCertain = try WholeWords(text).areIn(first, by: match, of: content) }
    return result
  }

  private func ranks(
    of typed: TypedName,
    isLoose: Bool,
    _ filter: AttributeFilter?,
    limit: Int
  ) throws(IndexHeader.FormatError) -> FirstElements<NameRank> {
    let chains = try MatchingChains(content, where: typed.mayMean)
    var places = try content.places { (segment) throws(IndexHeader.FormatError) in
      try isLoose ? segment.places(holding: typed.letters) : segment.places(named: typed.matcher.words)
    }
    // Names that contain the letters contain the words.
    if typed.stem != typed.letters {
      let stations = try content.places { (segment) throws(IndexHeader.FormatError) in
        try segment.places(holding: typed.stem)
      }
      let partitions = content.partitions.filter { $0.groups == 0 || $0.groups & CategoryGroup.subway.bit != 0 }
      places = Set(places).union(partitions.flatMap { stations.positions(in: $0.blocks) }).sorted()
    }
    places = try chains.places(with: places)
    if let filter { places.removeAll { !filter.contains($0) } }
    let parts = try content.collect(
      from: content.withoutHidden(places),
      into: NameRanks(content, chains, limit: limit)
    ) {
      $0.add($1, at: $2, typed: typed, isLoose: isLoose)
    }
    return parts.reduce(into: NameRanks(content, chains, limit: limit).ranks) { $0.add($1.ranks) }
  }

  /// Finds names that are spelled similarly to a text, most similar first; landmarks precede shops.
  ///
  /// - Parameters:
  ///   - text: A name that no place has.
  ///   - limit: The maximum number of names, 0 or more.
  /// - Returns: The names, without repetitions.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: Reads the 256 blocks of 32 places that have most grams in common with the text.
  public func names(similarTo text: SearchText, limit: Int) throws(IndexFileError) -> [String] {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let blocks = try content.blocks(similarTo: NameFolding.fold(text.value), limit: Self.similarBlocks)
      var typed = NameDistance(text.value)
      var found: [String: (distance: Int, sourceCategory: Int)] = [:]
      var ranks = NameRanks(content, .none, limit: 0)
      try content.forEachRow(in: blocks) { position, row in
        guard content.hidden?.contains(position) != true else { return }
        let name = row[.name]
        let isStation = content.category(at: position)?.shownGroup == .subway
        guard let distance = typed.distance(to: name, isStation: isStation) else { return }
        let rank = (distance, ranks.sourceCategory(at: position))
        let text = name.text
        if found[text].map({ rank < $0 }) ?? true { found[text] = rank }
      }
      return found.sorted {
        ($0.value.distance, $0.value.sourceCategory, $0.key) < ($1.value.distance, $1.value.sourceCategory, $1.key)
      }
      .prefix(limit).map(\.key)
    }
  }

  /// The number of blocks whose names are compared with a misspelled name.
  private static let similarBlocks = 256

  /// Returns the place with an id.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(log n) in the number of places.
  public func place(withID id: String) throws(IndexFileError) -> PlaceIndexResult? {
    let id = Array(id.utf8)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let found = try ByteView.over(id) { (id) throws(IndexHeader.FormatError) in
        try content.places(withID: id).first
      }
      guard let found else { return nil }
      guard let place = PlaceReader(content: content).place(at: found) else { throw .damaged(IndexSection.rows.name) }
      return result(FoundPlace(place: place, distance: nil), at: found)
    }
  }

  private func result(_ found: FoundPlace, at position: UInt32) -> PlaceIndexResult {
    PlaceIndexResult(places: [found], totalCount: 1, positions: hasSeveralInputs ? [position] : nil)
  }

  /// Finds the nearest place that satisfies a condition, of any or no category.
  ///
  /// - Parameters:
  ///   - coordinate: The point.
  ///   - meters: The maximum distance, 0 to 20,015,115.
  ///   - condition: The condition.
  /// - Returns: The place; `nil` if there is none.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(log n + k), with a call of the condition for each of the k places up to the result.
  public func nearestPlace(
    to coordinate: Coordinate,
    within meters: Double,
    where condition: (Place) -> Bool
  ) throws(IndexFileError) -> PlaceIndexResult? {
    guard let radius = Distance(meters: meters).flatMap(SearchRadius.init) else { return nil }
    let memory = memories.take()
    defer { memories.give(memory) }
    return try memory.content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let search = PlaceSearch(content: memory.content)
      var checked = 0
      var limit = 16
      while true {
        memory.state.reset()
        try search.findNearest(to: coordinate, within: radius, limit: limit, &memory.state)
        for index in checked..<memory.state.hits.count {
          let hit = memory.state.hits[index]
          guard let place = search.reader.place(at: hit.position) else { throw .damaged(IndexSection.rows.name) }
          guard condition(place) else { continue }
          return result(FoundPlace(place: place, distance: Distance(meters: hit.meters)), at: hit.position)
        }
        guard memory.state.hits.count == limit else { return nil }
        checked = limit
        limit = limit * 32
      }
    }
  }
}
