import Domain

/// The path of a file in a command that a message suggests.
struct InputPath {
  private let path: String

  init(_ path: String) { self.path = path }

  /// The path as an argument; `FILE` for standard input, which another command can't read again.
  var argument: String { path == DiskFiles.standardInputName ? "FILE" : ShellWord.path(path) }

  /// Returns the GDAL command that converts the coordinates of a file from a CRS.
  func conversion(from code: String, columns: [String] = []) -> String {
    let isTable = columns.count == 2
    let names = zip(["X", "Y"], columns).map { " -oo \($0)_POSSIBLE_NAMES=\(ShellWord.quoted($1))" }.joined()
    // ogr2ogr recognises a table by the extension of its name.
    let hasExtension = path.lowercased().hasSuffix(".csv") || path == DiskFiles.standardInputName
    let file = isTable && !hasExtension ? InputPath("CSV:" + path) : self
    return
      "ogr2ogr -f GeoJSONSeq places.geojsonl \(file.argument) -s_srs \(code) -t_srs EPSG:4326\(isTable ? names : "")"
  }

  /// The command that declares the coverage of an index, or that builds an index of an extract that is read directly.
  var coverageCommand: String {
    let action = ExtractName(path) == nil ? "covers" : "build"
    return "placefind index \(action) \(ShellWord.path(path)) \(Option.covers) REGION.poly"
  }
}
