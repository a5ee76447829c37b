/// The name of an OpenStreetMap extract, recognised by its extension.
struct ExtractName {
  private static let extensions = [".osm.pbf", ".osm.gz", ".osm.bz2", ".osm.zst", ".osm", ".pbf"]

  /// The path without the extension.
  private let stem: Substring

  /// Parses a path; `nil` if it has another extension.
  init?(_ path: String) {
    guard let fileExtension = Self.extensions.first(where: path.lowercased().hasSuffix) else { return nil }
    stem = path.dropLast(fileExtension.count)
  }

  /// The possible paths of the extract's polygons, the likeliest first: those with the same name, and those without the
  /// date, as download servers name them.
  var polygonPaths: [String] {
    var paths = ["\(stem).poly"]
    if let dash = stem.lastIndex(of: "-"), Self.isDate(stem[stem.index(after: dash)...]) {
      paths.append("\(stem[..<dash]).poly")
    }
    return paths
  }

  /// Returns whether a part of a name is a date: `latest`, `261120` or `20261120`.
  private static func isDate(_ text: Substring) -> Bool {
    text == "latest" || ([6, 8].contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) })
  }
}
