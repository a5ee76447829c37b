public import Domain
import Synchronization

extension PlaceIndex {
  /// Finds the places that a name may refer to, the most likely first.
  ///
  /// Stations and other landmarks come before shops of the same name; exact matches come before names that begin with the text,
  /// and those before names that contain all its words. `강남역` also matches the station that is listed as `강남`.
  ///
  /// A text that no name matches is compared with the addresses of places: each address that contains all its words is one
  /// place of no category, whose name is the address.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - limit: The maximum number of places, 0 or more.
  /// - Returns: The places, and the number of all matches.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(m) in the number of places that the index of names cannot rule out, on all processors.
  public func places(named text: SearchText, limit: Int) throws(IndexFileError) -> PlaceIndexAnswer {
    defer { withExtendedLifetime(content) {} }
    let typed = TypedName(text.value)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var ranks = try ranks(of: typed, isLoose: false)
      if ranks.isEmpty { ranks = try self.ranks(of: typed, isLoose: true) }
      guard !ranks.isEmpty else { return try self.places(at: TypedAddress(text.value), limit: limit) }
      let count = ranks.count
      ranks.sort()
      return try answer(Array(ranks.prefix(limit)), of: count) { $1 }
    }
  }

  private func answer(
    _ ranks: [NameRank],
    of count: Int,
    _ change: (Int, Place) -> Place
  ) throws(IndexHeader.FormatError) -> PlaceIndexAnswer {
    let reader = PlaceReader(content: content)
    var places: [FoundPlace] = []
    for (number, rank) in ranks.enumerated() {
      guard let place = reader.place(at: rank.position) else { throw .damaged(IndexSection.rows.name) }
      places.append(FoundPlace(place: change(number, place), distance: nil))
    }
    let positions = hasSeveralInputs ? ranks.map(\.position) : nil
    return PlaceIndexAnswer(places: places, totalCount: count, positions: positions, ranks: ranks)
  }

  private func ranks(of typed: TypedName, isLoose: Bool) throws(IndexHeader.FormatError) -> [NameRank] {
    let names = content.names
    var blocks = try names.blocks(holding: isLoose ? GramPattern.patterns(of: [typed.letters]) : typed.matcher.patterns)
    let stations = try names.blocks(holding: GramPattern.patterns(of: [typed.stem]))
    for partition in content.partitions where partition.groups == 0 || partition.groups & CategoryGroup.subway.bit != 0
    {
      for block in partition.firstBlock..<partition.firstBlock + partition.blockCount where stations.contains(block) {
        blocks.insert(block)
      }
    }
    return try content.collect(from: blocks.blocks, into: NameRanks(content)) { $0.add($1, at: $2, typed, isLoose) }
      .flatMap(\.found)
  }

  /// The addresses that a text may refer to, each once, at the first place that has it.
  private func places(
    at typed: TypedAddress,
    limit: Int
  ) throws(IndexHeader.FormatError) -> PlaceIndexAnswer {
    let blocks = try content.names.blocks(holding: typed.patterns).blocks
    let parts = try content.collect(from: blocks, into: [String: NameRank]()) { found, row, position in
      for field in [RowFormat.Field.roadAddress, .lotAddress] {
        guard let match = typed.match(row[field]) else { continue }
        let rank = NameRank(match: match, sourceCategory: 0, length: row.length(of: field), position: position)
        found.merge([(row[field].text, rank)]) { min($0, $1) }
      }
    }
    let found = parts.reduce(into: [String: NameRank]()) { $0.merge($1) { min($0, $1) } }
    let first = found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit)
    return try answer(first.map(\.value), of: found.count) { number, place in
      Place(
        id: "",
        name: first[number].key,
        coordinate: place.coordinate,
        group: nil,
        lotAddress: place.lotAddress,
        roadAddress: place.roadAddress
      )
    }
  }

  /// Finds names that are spelled similarly to a text, the most similar first; landmarks before shops.
  ///
  /// - Parameters:
  ///   - text: A name that no place has.
  ///   - limit: The maximum number of names, 0 or more.
  /// - Returns: The names, each once.
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
  /// - Complexity: That of reading the 256 blocks of 32 places that have most in common with the text.
  public func names(similarTo text: SearchText, limit: Int) throws(IndexFileError) -> [String] {
    defer { withExtendedLifetime(content) {} }
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let blocks = try content.names.blocks(similarTo: NameFolding.fold(text.value), limit: Self.similarBlocks)
      var typed = NameDistance(text.value)
      var found: [String: (distance: Int, sourceCategory: Int)] = [:]
      var ranks = NameRanks(content)
      try content.forEachRow(in: blocks) { position, row in
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

  /// The number of blocks whose names are compared with a misspelled one.
  private static let similarBlocks = 256

  /// The place with an id.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
  /// - Complexity: O(n) in the number of places.
  public func place(withID id: String) throws(IndexFileError) -> PlaceIndexAnswer? {
    defer { withExtendedLifetime(content) {} }
    let id = Array(id.utf8)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var found: UInt32?
      try content.forEachRow(in: 0..<UInt32(content.header.blockCount)) { position, row in
        guard found == nil, row.length(of: .id) == id.count else { return }
        if ByteView.over(id, { $0.compare(with: row[.id]) == 0 }) { found = position }
      }
      guard let found else { return nil }
      guard let place = PlaceReader(content: content).place(at: found) else { throw .damaged(IndexSection.rows.name) }
      return answer(FoundPlace(place: place, distance: nil), at: found)
    }
  }

  private func answer(_ found: FoundPlace, at position: UInt32) -> PlaceIndexAnswer {
    PlaceIndexAnswer(places: [found], totalCount: 1, positions: hasSeveralInputs ? [position] : nil)
  }

  /// Finds the nearest place that satisfies a condition, of any category or none.
  ///
  /// - Parameters:
  ///   - coordinate: The point.
  ///   - meters: The maximum distance, 0 to 20,015,115.
  ///   - condition: The condition.
  /// - Returns: The place; `nil` if there is none.
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
  /// - Complexity: O(log n + k), and a call of the condition for each of the k places up to the one that satisfies it.
  public func nearestPlace(
    to coordinate: Coordinate,
    within meters: Double,
    where condition: (Place) -> Bool
  ) throws(IndexFileError) -> PlaceIndexAnswer? {
    guard let radius = Distance(meters: meters).flatMap(SearchRadius.init) else { return nil }
    let memory = memories.take()
    defer { memories.give(memory) }
    return try memory.content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let search = PlaceSearch(content: memory.content)
      var (checked, limit) = (0, 16)
      while true {
        memory.state.reset()
        search.findNearest(to: coordinate, within: radius, limit: limit, &memory.state)
        for index in checked..<memory.state.hits.count {
          let hit = memory.state.hits[index]
          guard let place = search.reader.place(at: hit.position) else { throw .damaged(IndexSection.rows.name) }
          guard condition(place) else { continue }
          return answer(FoundPlace(place: place, distance: Distance(meters: hit.meters)), at: hit.position)
        }
        guard memory.state.hits.count == limit else { return nil }
        (checked, limit) = (limit, limit * 32)
      }
    }
  }
}

extension IndexContent {
  /// The number of blocks that take longer than starting threads.
  private static let manyBlocks = 1 << 11

  /// Calls a closure for every row of some blocks, in file order.
  ///
  /// - Throws: The part of the file that is damaged.
  func forEachRow(
    in blocks: some Sequence<UInt32>,
    _ body: (UInt32, RowFormat) -> Void
  ) throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: self)
    for block in blocks {
      let (first, count) = (block * UInt32(IndexLayout.blockSize), reader.placeCount(inBlock: Int(block)) ?? 0)
      for slot in 0..<count {
        guard let row = row(at: Int(first) + slot, placeCount: count) else { throw .damaged(IndexSection.rows.name) }
        body(first + UInt32(slot), row)
      }
    }
  }

  /// Collects what a closure finds in the rows of some blocks; many are read on all processors.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - empty: What is found of no rows.
  ///   - body: Adds a row to what was found.
  /// - Returns: What was found, in parts, which are in file order.
  /// - Throws: The part of the file that is damaged.
  func collect<Found: Sendable>(
    from blocks: [UInt32],
    into empty: Found,
    _ body: @Sendable (inout Found, RowFormat, UInt32) -> Void
  ) throws(IndexHeader.FormatError) -> [Found] {
    let threads = blocks.count < Self.manyBlocks ? 1 : Threads.available
    let ranges = blocks.indices.parts(threads * 4)
    let parts = Mutex<[Int: Found]>([:])
    Threads.run(ranges.count, on: threads) { number, _ in
      var found = empty
      guard (try? forEachRow(in: blocks[ranges[number]], { body(&found, $1, $0) })) != nil else { return }
      parts.withLock { $0[number] = found }
    }
    let found = parts.withLock(\.self)
    guard found.count == ranges.count else { throw .damaged(IndexSection.rows.name) }
    return ranges.indices.compactMap { found[$0] }
  }
}
