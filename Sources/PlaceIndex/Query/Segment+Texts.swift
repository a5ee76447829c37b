import Tables

/// Finds the places of a segment by their names and addresses.
extension Segment {
  /// Returns the places whose names contain all words; `nil` if there are none.
  func places(named words: [FoldedWord], _ part: FoldedWord.Part = .any) throws(IndexHeader.FormatError) -> PlaceSet? {
    var all: PlaceSet?
    for word in words {
      guard let places = try places(with: word, part) else { return nil }
      if all == nil { all = places } else { all?.formIntersection(places) }
    }
    return all
  }

  private func places(with word: FoldedWord, _ part: FoldedWord.Part) throws(IndexHeader.FormatError) -> PlaceSet? {
    guard !word.isInitials, part == .whole || part == .beginning else {
      return try words.places(ofTermsWith: word.bytes) { word.isPart(part, of: $0) }
    }
    // The terms are sorted, so these are found without grams; a short beginning is in many terms.
    let beginning = try words.terms.numbers(beginningWith: word.bytes)
    return try words.places(of: part == .whole ? beginning.prefix(1) : beginning) { word.isPart(part, of: $0) }
  }

  /// Returns the places whose names contain letters, ignoring white space; `nil` if there are none.
  ///
  /// The letters are within a word, or they are the end of a word, whole words, and the beginning of a word. The result
  /// may have other places with such words.
  func places(holding letters: [UInt8]) throws(IndexHeader.FormatError) -> PlaceSet? {
    var found = try places(with: FoldedWord(letters), .any)
    let starts = letters.indices.filter { letters[$0] & 0xC0 != 0x80 }
    // For each start, the places with the letters from there on, up to the beginning of a word.
    var known = [PlaceSet??](repeating: nil, count: starts.count)
    func following(_ index: Int) throws(IndexHeader.FormatError) -> PlaceSet? {
      if let rest = known[index] { return rest }
      var all = try places(with: FoldedWord(Array(letters[starts[index]...])), .beginning)
      for next in starts.indices where next > index {
        let word = FoldedWord(Array(letters[starts[index]..<starts[next]]))
        guard var places = try places(with: word, .whole), let rest = try following(next) else { continue }
        places.formIntersection(rest)
        places.join(&all)
      }
      known[index] = .some(all)
      return all
    }
    for index in starts.indices.dropFirst() {
      guard var places = try places(with: FoldedWord(Array(letters[..<starts[index]])), .end),
        let rest = try following(index)
      else { continue }
      places.formIntersection(rest)
      places.join(&found)
    }
    return found
  }

  /// Returns the places with an address that has the letters and numbers of a typed one; `nil` if there are none.
  ///
  /// If the typed address has no number, all of them match it.
  func places(at typed: TypedAddress) throws(IndexHeader.FormatError) -> PlaceSet? {
    var all: PlaceSet?
    for number in typed.numbers {
      let list = try ByteView.over(number) { (number) throws(IndexHeader.FormatError) in try numbers.list(of: number) }
      guard let list else { return nil }
      var places = PlaceSet(count: numbers.limit)
      try numbers.forEachNumber(in: list) { places.insert($0) }
      if all == nil { all = places } else { all?.formIntersection(places) }
    }
    var wanted: [UInt32]?
    for run in typed.letterRuns {
      let found = try streets.numbers(ofTermsWith: run)
      wanted = wanted.map { Set($0).intersection(found).sorted() } ?? found
      if wanted?.isEmpty == true { return nil }
    }
    guard let wanted else { return all }
    var onStreets = PlaceSet(count: streets.terms.limit)
    try streets.terms.forEachTerm(of: wanted) { (_, street, list) throws(IndexHeader.FormatError) in
      guard typed.hasNumber || typed.match(street) != nil else { return }
      try streets.terms.forEachNumber(in: list) { onStreets.insert($0) }
    }
    all?.formIntersection(onStreets)
    return all ?? onStreets
  }
}
