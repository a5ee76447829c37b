public import Domain

extension PlaceIndex {
  /// The attribute keys in the index with the number of places that have each, sorted.
  ///
  /// - Complexity: O(m) for the m attributes of all places, and O(r) for r hidden places.
  public var attributeKeys: [IndexKey] {
    defer { withExtendedLifetime(content) {} }
    var counts: [String: Int] = [:]
    for segment in content.segments {
      // A damaged key is left out of the summary; a query for it is refused.
      for (name, numbers) in (try? segment.attributes.keys()) ?? [] {
        try? segment.attributes.forEachTerm(in: numbers) { _, _, list in
          counts[name, default: 0] += PositionList.count(of: list)
        }
      }
    }
    let reader = PlaceReader(content: content)
    content.excluded?.forEach { position in
      guard let row = reader.row(at: position), let packed = reader.attributes(of: row, at: position) else { return }
      ByteView.over(packed) { PackedAttributes.forEach(in: $0) { key, _, _ in counts[key.text, default: 1] -= 1 } }
      for field in TermLists.textsOfRow where row.length(of: field) > 0 {
        if let name = AttributeName.ofText(field) { counts[name, default: 1] -= 1 }
      }
    }
    return counts.filter { $0.value > 0 }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
      IndexKey(key: $0.key, places: $0.value)
    }
  }

  /// Returns whether the index has an attribute key, or the key is a standard field.
  package func knows(_ key: String) -> Bool {
    defer { withExtendedLifetime(content) {} }
    return AttributeName.text(of: key) != nil || (try? content.knows(key)) == true
  }
}
