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

  /// The bundled sample.
  static func sample() throws(PlaceSearchError) -> IndexedPlaces {
    do throws(IndexFileError) {
      let bytes = Base64.decode(SampleIndex.base64) ?? []
      return IndexedPlaces(index: try PlaceIndex(bytes: bytes, name: "sample"), source: .sample)
    } catch {
      throw PlaceSearchError(error)
    }
  }
}
