public import Domain

extension PlaceIndex {
  /// The keys of further facts that the index knows, with the number of places that have each, in their order.
  public var attributeKeys: [IndexKey] {
    defer { withExtendedLifetime(content) {} }
    let attributes = content.attributes
    return (0..<attributes.keyCount).map { key in
      IndexKey(key: attributes.name(ofKey: key).text, places: attributes.placeCount(ofKey: key))
    }
  }

  /// Whether the index knows a key of further facts, or it is a fact that every place may have.
  package func knows(_ key: String) -> Bool {
    defer { withExtendedLifetime(content) {} }
    return AttributeName.text(of: key) != nil || ByteView.over(Array(key.utf8), content.attributes.key) != nil
  }
}
