public import Domain

extension PlaceIndex {
  /// Finds the places that a name may refer to, the most likely first.
  ///
  /// Stations and other landmarks come before shops of the same name; exact matches come before names that begin with the text,
  /// and those before names that contain all its words. `강남역` also matches the station that is listed as `강남`.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - limit: The maximum number of places, 0 or more.
  /// - Returns: The places, and the number of all matches.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(n) in the number of places: one pass, and a second one if no name contains the words.
  public func places(named text: SearchText, limit: Int) throws(IndexFileError) -> (places: [Place], totalCount: Int) {
    defer { withExtendedLifetime(content) {} }
    let typed = TypedName(text.value)
    return try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var ranks = try ranks(of: typed, isLoose: false)
      if ranks.isEmpty { ranks = try self.ranks(of: typed, isLoose: true) }
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

  /// Finds the nearest place that satisfies a condition, among the 512 nearest of the 18 groups.
  ///
  /// - Parameters:
  ///   - coordinate: The point.
  ///   - meters: The maximum distance, 0 to 20,015,115.
  ///   - condition: The condition.
  /// - Returns: The place; `nil` if there is none.
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
  /// - Complexity: O(log n), and a call of the condition for each place until one satisfies it.
  public func nearestPlace(
    to coordinate: Coordinate,
    within meters: Double,
    where condition: (Place) -> Bool
  ) throws(IndexFileError) -> FoundPlace? {
    guard let radius = Distance(meters: meters).flatMap(SearchRadius.init),
      let query = try? PlaceQuery(
        categories: CategoryGroup.allCases,
        area: .circle(center: coordinate, radius: radius)
      )
    else { return nil }
    for limit in [16, 512] {
      let answer = try places(matching: query, limit: limit)
      if let found = answer.places.first(where: { condition($0.place) }) { return found }
      if answer.places.count < limit { return nil }
    }
    return nil
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
