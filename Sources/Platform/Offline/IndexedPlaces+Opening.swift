import Domain
import EmbeddedFiles
import PlaceIndex

/// Opens files of places as a source: an index is mapped, other files are read into memory.
extension IndexedPlaces {
  /// Opens files that are searched as one source.
  static func open(
    _ paths: [String],
    rules: ImportRules = ImportRules(),
    coverages: [DeclaredCoverage] = []
  ) throws(PlaceSearchError) -> IndexedPlaces {
    try readingIndex { () throws(IndexFileError) in
      var readings: [InputReading] = []
      func index(_ path: String) throws(IndexFileError) -> PlaceIndex {
        var reading: InputReading?
        let declared = coverages.filter { $0.path == path }
        let index = try PlaceIndex(placesIn: path, rules: rules, covering: declared.map(\.area), reading: &reading)
        if var reading {
          reading.coverages = declared
          readings.append(reading)
        }
        return index
      }
      let first = try index(paths.first ?? "")
      var more: [PlaceIndex] = []
      for path in paths.dropFirst() { more.append(try index(path)) }
      let inputs = readings.flatMap(\.inputs)
      let skipped = readings.flatMap(\.skipped)
      var reading = readings.isEmpty ? nil : InputReading(inputs: inputs, skipped: skipped)
      reading?.coverages = readings.flatMap(\.coverages)
      return IndexedPlaces(index: first, others: more, source: .index(paths), reading: reading)
    }
  }

  /// Reads places in memory by the rules of an import, so that they equal the places of an index of the same data.
  ///
  /// - Parameters:
  ///   - bytes: The contents of a file of places, which may be empty.
  ///   - name: The name of the data in errors.
  ///   - language: The language of displayed names; `nil` for local names.
  ///   - keys: Attributes to read in addition to the usual ones.
  /// - Returns: The places, and the rows that aren't places.
  /// - Throws: An error if the format is unknown.
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

  /// Returns the bundled sample as embedded index bytes, so that nothing is imported at launch.
  ///
  /// `make sample` generates them.
  static func sample() throws(PlaceSearchError) -> IndexedPlaces {
    try readingIndex { () throws(IndexFileError) in
      let index = try PlaceIndex(embedded: EmbeddedFile(.sample), name: "sample")
      return IndexedPlaces(index: index, source: .sample)
    }
  }
}

/// Places read from memory.
struct ReadPlaces: Sendable {
  let index: PlaceIndex
  /// The rows that aren't places.
  let skipped: [SkippedRows]
}
