import Domain

extension IndexContent {
  /// Returns the number, within the segment, of a place's value for a key; `nil` if the place doesn't have the key.
  func value(among values: Range<Int>, at position: UInt32) -> Int? {
    guard let row = PlaceReader(content: self).row(at: position) else { return nil }
    var found: Int?
    _ = PostingList.forEach(in: row.tail, below: values.upperBound) { if $0 >= values.lowerBound { found = $0 } }
    return found
  }

  /// Returns whether a segment has an attribute key.
  func knows(_ key: String) throws(IndexHeader.FormatError) -> Bool {
    for segment in segments where try !segment.attributes.numbers(ofKey: key).isEmpty { return true }
    return false
  }

  /// Returns the names of the keys in all segments, sorted.
  func keyNames() throws(IndexHeader.FormatError) -> [String] {
    var names: Set<String> = []
    for segment in segments { names.formUnion(try segment.attributes.keys().map(\.name)) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
