import Domain
import PlaceIndex

/// Opens files of places as a source of answers: an index is mapped, anything else is read into memory.
enum IndexSource {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: An index, or a file that an index can be built from; `-` for standard input.
  ///   - language: The language of the names that are shown; `nil` for the local ones.
  /// - Returns: The source.
  /// - Throws: When the file cannot be read, has no known format, or is damaged.
  static func open(path: String, language: String? = nil) throws(PlaceSearchError) -> IndexedPlaces {
    do throws(IndexFileError) {
      var rules = ImportRules()
      rules.language = language
      var reading: SourceReading?
      let index = try PlaceIndex(placesIn: path, rules: rules, reading: &reading)
      return IndexedPlaces(index: index, source: .index, reading: reading)
    } catch {
      throw PlaceSearchError(error)
    }
  }

  /// The bundled sample, the bytes of an index, so that nothing is imported at start; `make sample` writes them.
  static func sample() throws(PlaceSearchError) -> IndexedPlaces {
    do throws(IndexFileError) {
      let index = try PlaceIndex(bytes: PackageResources.sample_pfx, name: "sample")
      return IndexedPlaces(index: index, source: .sample)
    } catch {
      throw PlaceSearchError(error)
    }
  }
}
