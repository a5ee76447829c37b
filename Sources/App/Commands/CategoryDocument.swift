import Domain

/// The categories: JSON with the words of every vocabulary, or a list.
struct CategoryDocument: OutputDocument {
  let categories: [PlaceCategory]
  /// The list for formats other than JSON.
  let listing: Listing
  let services: [Service]

  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) -> Table.Omission {
    switch style.format.lineNotation {
    case _ where style.format == .json: chunks.bytes += document
    case .json?:
      for category in categories { chunks.bytes += JSONWriter.document { write(category, to: &$0) } }
    default: return listing.append(in: style, to: &chunks)
    }
    return Table.Omission()
  }

  private var document: [UInt8] {
    JSONWriter.document { json in
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.array("categories", of: categories) { json, category in
        json.breakLine(indent: 2)
        json.element { write(category, to: &$0) }
      }
      json.breakLine(indent: 1)
      // Words of open data for places that aren't in any category.
      let own = services.filter { !$0.words(for: .any).isEmpty }.map { (name: $0.name, words: [String]()) }
      json.object("no_group") { Self.write(PlaceCategory.vocabulariesOfNone + own, to: &$0) }
    }
  }

  private func write(_ category: PlaceCategory, to json: inout JSONWriter) {
    json.member("slug", category.slug)
    json.member("code", category.code)
    json.member("name", category.name)
    Self.write([("words", category.words)] + category.vocabularies(of: services), to: &json)
    json.member("group", category.group?.slug)
  }

  private static func write(_ vocabularies: [(name: String, words: [String])], to json: inout JSONWriter) {
    for (name, words) in vocabularies {
      json.array(name, of: words) { json, word in json.element(appending: { $0.appendJSON(string: word) }) }
    }
  }
}
