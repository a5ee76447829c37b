import Domain
import PlaceIndex

/// Opens files of places as a source of answers: an index is mapped, anything else is read into memory.
enum IndexSource {
  /// Opens a file.
  static func open(path: String, language: String? = nil) throws(PlaceSearchError) -> IndexedPlaces {
    try readingIndex { () throws(IndexFileError) in
      var rules = ImportRules()
      rules.language = language
      var reading: SourceReading?
      let index = try PlaceIndex(placesIn: path, rules: rules, reading: &reading)
      return IndexedPlaces(index: index, source: .index, reading: reading)
    }
  }

  /// The bundled sample, the bytes of an index, so that nothing is imported at start; `make sample` writes them.
  static func sample() throws(PlaceSearchError) -> IndexedPlaces {
    try readingIndex { () throws(IndexFileError) in
      let index = try PlaceIndex(bytes: PackageResources.sample_pfx, name: "sample")
      return IndexedPlaces(index: index, source: .sample)
    }
  }
}
