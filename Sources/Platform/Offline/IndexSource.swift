import Domain
import EmbeddedFiles
import PlaceIndex

/// Opens files of places as a source of answers: an index is mapped, anything else is read into memory.
enum IndexSource {
  /// Opens files, which are asked as one.
  static func open(
    path: String,
    others: [String] = [],
    rules: ImportRules = ImportRules()
  ) throws(PlaceSearchError) -> IndexedPlaces {
    try readingIndex { () throws(IndexFileError) in
      var readings: [SourceReading] = []
      func index(_ path: String) throws(IndexFileError) -> PlaceIndex {
        var reading: SourceReading?
        let index = try PlaceIndex(placesIn: path, rules: rules, reading: &reading)
        if let reading { readings.append(reading) }
        return index
      }
      let first = try index(path)
      var more: [PlaceIndex] = []
      for other in others { more.append(try index(other)) }
      let inputs = readings.flatMap(\.inputs)
      let skipped = readings.flatMap(\.skipped)
      let reading = readings.isEmpty ? nil : SourceReading(inputs: inputs, skipped: skipped)
      return IndexedPlaces(index: first, others: more, source: .index, reading: reading)
    }
  }

  /// Reads places in memory by the rules of an import, so that they are those of an index of the same data.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a file of places; it may have none.
  ///   - name: The name of the data in errors.
  ///   - language: The language of the names that are shown; `nil` for the local ones.
  ///   - keys: Keys of further facts that are kept besides the usual ones.
  /// - Returns: The places, and what became none.
  /// - Throws: When the bytes are of no known format.
  static func read(
    _ bytes: [UInt8],
    name: String,
    language: String?,
    keeping keys: [String] = []
  ) throws(PlaceSearchError) -> ReadPlaces {
    try readingIndex { () throws(IndexFileError) in
      var rules = ImportRules()
      rules.language = language
      rules.attributes.keys = keys
      var importer = PlaceImporter(rules: rules)
      try importer.read(bytes, name: name)
      return ReadPlaces(index: try importer.builder.makeIndex(name: name), skipped: importer.skipped)
    }
  }

  /// The bundled sample, the bytes of an index, so that nothing is imported at start; `make sample` writes them.
  static func sample() throws(PlaceSearchError) -> IndexedPlaces {
    try readingIndex { () throws(IndexFileError) in
      let index = try PlaceIndex(embedded: EmbeddedFile(.sample), name: "sample")
      return IndexedPlaces(index: index, source: .sample)
    }
  }
}

/// Places that were read from memory.
struct ReadPlaces: Sendable {
  let index: PlaceIndex
  /// The rows that did not become places.
  let skipped: [SkippedRows]
}
