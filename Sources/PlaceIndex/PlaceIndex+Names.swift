public import Domain

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
  /// - Complexity: O(n) in the number of places: one pass, a second one if no name contains the words, and a
  ///   third one over the addresses.
  public func places(named text: SearchText, limit: Int) throws(IndexFileError) -> (places: [Place], totalCount: Int) {
    defer { withExtendedLifetime(content) {} }
    let typed = TypedName(text.value)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var ranks = try ranks(of: typed, isLoose: false)
      if ranks.isEmpty { ranks = try self.ranks(of: typed, isLoose: true) }
      guard !ranks.isEmpty else { return try self.places(at: typed, limit: limit) }
      let count = ranks.count
      ranks.sort()
      let reader = PlaceReader(content: content)
      var places: [Place] = []
      for rank in ranks.prefix(limit) {
        guard let place = reader.place(at: rank.position) else { throw .damaged(IndexSection.rows.name) }
        places.append(place)
      }
      return (places, count)
    }
  }

  private func ranks(of typed: TypedName, isLoose: Bool) throws(IndexHeader.FormatError) -> [NameRank] {
    var ranks: [NameRank] = []
    // A file has far fewer source categories than places.
    var stationCategories: [UInt32: Bool] = [:]
    func isStation(_ group: CategoryGroup?, _ row: RowFormat) -> Bool {
      guard group == nil else { return group == .subway }
      if let known = stationCategories[row.sourceCategory] { return known }
      let isStation = NameRank.isStation(nil, content.sourceCategory(row.sourceCategory)?.text ?? "")
      stationCategories[row.sourceCategory] = isStation
      return isStation
    }
    try content.forEachRow { position, row in
      let group = row.categoryGroup
      let key = row[row.length(of: .searchKey) > 0 ? .searchKey : .name]
      // By bytes, which rules out nearly every row.
      let holdsWords = typed.matcher.matches(row)
      let holdsLetters = isLoose && TypedName.mayHold(typed.letters, in: key)
      let isStation = isStation(group, row)
      guard holdsWords || holdsLetters || (isStation && TypedName.mayHold(typed.stem, in: key)) else { return }
      guard let match = typed.match(key.text, isStation: isStation, isLoose: isLoose || !holdsWords) else { return }
      guard holdsWords || holdsLetters || match == .exact else { return }
      let sourceCategory = NameRank.sourceCategory(of: group, content.sourceCategory(row.sourceCategory)?.text ?? "")
      ranks.append(
        NameRank(match: match, sourceCategory: sourceCategory, length: row.length(of: .name), position: position)
      )
    }
    return ranks
  }

  /// The addresses that a text may refer to, each once, at the first place that has it.
  private func places(
    at typed: TypedName,
    limit: Int
  ) throws(IndexHeader.FormatError) -> (places: [Place], totalCount: Int) {
    var found: [String: NameRank] = [:]
    try content.forEachRow { position, row in
      for field in [RowFormat.Field.roadAddress, .lotAddress] {
        let address = row[field]
        guard address.count > 0, let match = typed.match(address: address) else { continue }
        let rank = NameRank(match: match, sourceCategory: 0, length: address.count, position: position)
        let text = address.text
        if found[text].map({ rank < $0 }) ?? true { found[text] = rank }
      }
    }
    let reader = PlaceReader(content: content)
    var places: [Place] = []
    for (address, rank) in found.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }).prefix(limit) {
      guard let place = reader.place(at: rank.position) else { throw .damaged(IndexSection.rows.name) }
      places.append(
        Place(
          id: "",
          name: address,
          coordinate: place.coordinate,
          group: nil,
          lotAddress: place.lotAddress,
          roadAddress: place.roadAddress
        )
      )
    }
    return (places, found.count)
  }

  /// Finds names that are spelled similarly to a text, the most similar first; landmarks before shops.
  ///
  /// - Parameters:
  ///   - text: A name that no place has.
  ///   - limit: The maximum number of names, 0 or more.
  /// - Returns: The names, each once.
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
  /// - Complexity: O(n) in the number of places.
  public func names(similarTo text: SearchText, limit: Int) throws(IndexFileError) -> [String] {
    defer { withExtendedLifetime(content) {} }
    var typed = NameDistance(text.value)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var found: [String: (distance: Int, sourceCategory: Int)] = [:]
      try content.forEachRow { _, row in
        let name = row[.name]
        let group = row.categoryGroup
        guard let distance = typed.distance(to: name, isStation: group == .subway) else { return }
        let rank = (
          distance, NameRank.sourceCategory(of: group, content.sourceCategory(row.sourceCategory)?.text ?? "")
        )
        let text = name.text
        if found[text].map({ rank < $0 }) ?? true { found[text] = rank }
      }
      return found.sorted {
        ($0.value.distance, $0.value.sourceCategory, $0.key) < ($1.value.distance, $1.value.sourceCategory, $1.key)
      }
      .prefix(limit).map(\.key)
    }
  }

  /// The place with an id.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
  /// - Complexity: O(n) in the number of places.
  public func place(withID id: String) throws(IndexFileError) -> Place? {
    defer { withExtendedLifetime(content) {} }
    let id = Array(id.utf8)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var found: UInt32?
      try content.forEachRow { position, row in
        guard found == nil, row.length(of: .id) == id.count else { return }
        if ByteView.over(id, { $0.compare(with: row[.id]) == 0 }) { found = position }
      }
      guard let found else { return nil }
      guard let place = PlaceReader(content: content).place(at: found) else { throw .damaged(IndexSection.rows.name) }
      return place
    }
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
  ) throws(IndexFileError) -> FoundPlace? {
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
          if condition(place) { return FoundPlace(place: place, distance: Distance(meters: hit.meters)) }
        }
        guard memory.state.hits.count == limit else { return nil }
        (checked, limit) = (limit, limit * 32)
      }
    }
  }
}

extension IndexContent {
  /// Calls a closure for every row, in file order.
  ///
  /// - Throws: The part of the file that is damaged.
  func forEachRow(_ body: (UInt32, RowFormat) -> Void) throws(IndexHeader.FormatError) {
    for partition in partitions {
      for block in 0..<partition.blockCount {
        let count = partition.placeCount(inBlock: block)
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<count {
          guard let row = row(at: first + slot, placeCount: count) else { throw .damaged(IndexSection.rows.name) }
          body(UInt32(first + slot), row)
        }
      }
    }
  }
}
