import Domain

extension PlaceCollection {
  /// Of which categories the source holds no place at all; `nil` for none.
  var absenceSentence: String? { Self.absence(of: absent, from: provenance.source) }

  /// That a source holds no place of some categories; `nil` for no category.
  static func absence(of categories: [PlaceCategory], from source: Provenance.Source) -> String? {
    categories.isEmpty
      ? nil : "the \(source.name) holds no \(categories.map(\.slug).joined(separator: " and no ")) at all, anywhere"
  }
}
