public import Domain
import Rows
import Tables

extension PlaceIndex {
  /// Opens places in any format: an index like ``init(contentsOf:)``; any other file is imported into an index in
  /// memory.
  ///
  /// - Parameters:
  ///   - path: An index, or .osm.pbf, GeoJSON, GeoJSONSeq, NDJSON or CSV; `-` for standard input. The format is
  ///     detected from the content.
  ///   - rules: The rules for making places from rows, if the file isn't an index.
  ///   - coverage: The areas in which the file has every place, if it isn't an index.
  ///   - reading: Set to the report on the rows, if the file isn't an index.
  /// - Throws: An error if the file can't be read, has an unknown format, is damaged, or has no places.
  /// - Complexity: The complexity of ``init(contentsOf:)`` for an index, otherwise of an import.
  public init(
    placesIn path: String,
    rules: ImportRules = ImportRules(),
    covering coverage: [SearchArea] = [],
    reading: inout InputReading?
  ) throws(IndexFileError) {
    let file = try InputFile(path: path)
    if try file.beginsWithMagic() == true {
      self = try Self.mapped(file)
      return
    }
    let name = file.name
    var importer = PlaceImporter(rules: rules)
    var input = IndexInput(name)
    input.coverage = coverage
    input.isCoverageGiven = !coverage.isEmpty
    importer.input = input
    if let elements = RandomAccessInput(file), try elements.isOpenStreetMap() {
      try importer.read(file, category: nil, progress: nil)
    } else {
      var window = InputWindow(file)
      try window.fill(to: IndexLayout.magic.count)
      if IndexLayout.hasMagic(window.view) {
        try self.init(IndexBytes.read(from: &window), path: name)
        return
      }
      try importer.read(&window, category: nil, progress: nil)
    }
    guard importer.builder.placeCount > 0 else { throw .noPlaces(skipped: importer.skipped) }
    reading = InputReading(inputs: importer.inputs, skipped: importer.skipped)
    self = try importer.builder.makeIndex(name: name)
  }
}
