import Domain

/// Advice for files in unsupported formats.
///
/// For formats in which places are published, this is the command that converts them; for others, it is the supported
/// formats.
extension ForeignFormat {
  /// The name of the format, for use after "is".
  var title: String {
    switch self {
    case .osmPBF: "OpenStreetMap data as PBF"
    case .osmXML: "OpenStreetMap data as XML"
    case .osmOPL: "OpenStreetMap data as OPL"
    case .osmChange: "changes of OpenStreetMap data, not the data itself"
    case .polygonFilter: "the boundary of an extract of OpenStreetMap, without places"
    case .parquet: "a Parquet file"
    case .avro: "an Avro file"
    case .geoPackage: "a GeoPackage"
    case .sqlite: "an SQLite database"
    case .shapefile: "a shapefile"
    case .kml: "KML"
    case .kmz: "KMZ"
    case .kmlLink: "KML that only links to another file"
    case .flatGeobuf: "a FlatGeobuf file"
    case .gpx: "GPX"
    case .xlsx: "an Excel workbook"
    case .xls: "an Excel workbook of the old binary format"
    case .openDocument: "an OpenDocument spreadsheet"
    case .gzip: "gzip-compressed"
    case .compress: "compressed by compress"
    case .bzip2: "bzip2-compressed"
    case .xz: "xz-compressed"
    case .zstd: "zstd-compressed"
    case .zip: "a ZIP archive"
    case .tar: "a tar archive"
    case .sevenZip: "a 7z archive"
    case .rar: "a RAR archive"
    case .pdf: "a PDF document"
    case .hwp: "a Hangul document"
    case .wordProcessor: "a text document"
    case .image: "an image"
    case .cad: "a CAD drawing"
    case .xml: "XML"
    case .turtle: "RDF as Turtle"
    case .arrow: "an Arrow file"
    case .orc: "an ORC file"
    case .lfsPointer: "a Git LFS pointer, not the data itself"
    case .access: "an Access database"
    case .javaScript: "JavaScript that assigns data to a variable, not JSON"
    case .topoJSON: "TopoJSON, whose geometries are arcs or steps of a grid"
    case .arraysOfJSON: "JSON whose rows are lists without names of columns"
    case .html: "a web page, not data: perhaps a login page or an error page"
    }
  }

  /// Returns the advice for a file in this format.
  func advice(on path: String) -> String {
    let file = InputPath(path).argument
    return switch self {
    case .osmPBF, .osmXML:
      "Build an index of it: `placefind index build \(file) -o region.pfx`"
    case .osmOPL: "Rewrite it: `osmium cat \(file) -o region.osm.pbf`"
    case .osmChange: "Apply them to their extract: `osmium apply-changes OLD.osm.pbf \(file) -o region.osm.pbf`"
    case .polygonFilter: "Pass it with the extract: `placefind index build EXTRACT.osm.pbf --covers \(file)`"
    case .parquet: "Convert it: `duckdb -c \(Self.statement(convertingParquet: path))`"
    case .geoPackage, .sqlite, .shapefile, .kml, .kmz, .flatGeobuf:
      "Convert it: `\(Self.byOGR(file))`"
    case .kmlLink:
      "Download the file that it links to: `curl -L -O \"$(sed -n 's:.*<href>\\(.*\\)</href>.*:\\1:p' \(file))\"`"
    case .gpx:
      "Convert it: `\(Self.byOGR(file)) waypoints`. Replace decimal commas (lat=\"37,5\") by points first."
    case .xlsx, .xls, .openDocument:
      "Convert it: `soffice --headless --convert-to csv:\"Text - txt - csv (StarCalc)\":44,34,76 \(file)`"
    case .gzip, .compress: Self.decompress(by: "gzip", file)
    case .bzip2: Self.decompress(by: "bzip2", file)
    case .xz: Self.decompress(by: "xz", file)
    case .zstd: Self.decompress(by: "zstd", file)
    case .zip: "Unpack it: `unzip \(file)`. Then pass the files in it."
    case .tar: "Unpack it: `tar -xf \(file)`. Then pass the files in it."
    case .sevenZip: "Unpack it: `7z x \(file)`. Then pass the files in it."
    case .rar: "Unpack it: `unrar x \(file)`. Then pass the files in it."
    case .topoJSON: "Convert it: `ogr2ogr -f GeoJSONSeq places.geojsonl \(file)`"
    case .arraysOfJSON, .cad: "Download the CSV or GeoJSON form of the same data."
    case .pdf, .hwp, .wordProcessor, .image: "Download the CSV or JSON form of the same data."
    case .xml, .avro, .arrow, .orc, .turtle, .access:
      "Download the CSV or JSON form of the same data, if its publisher has one, or convert it to CSV."
    case .lfsPointer: "Download the data: `git lfs pull --include \(file)`"
    case .javaScript:
      """
      Remove comments, the assignment and the semicolon: `grep -v '^ *//' \(file) | sed '1s/^[^[{]*//; \
      $s/;[[:space:]]*$//' > \(file).json`
      """
    case .html: "Look at it with `head \(file)`, and download the file again from its own link."
    }
  }

  /// Returns the GDAL command that converts a file to GeoJSON.
  private static func byOGR(_ file: String) -> String {
    "ogr2ogr -f GeoJSONSeq places.geojsonl \(file) -t_srs EPSG:4326"
  }

  private static func decompress(by program: String, _ file: String) -> String {
    "Decompress it first: `\(program) -dk \(file)`"
  }

  /// Returns a DuckDB statement as an argument.
  ///
  /// The path is quoted for SQL, and the statement for the shell.
  private static func statement(convertingParquet path: String) -> String {
    let path = path == DiskFiles.standardInputName ? "FILE" : path
    let name = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    let sql =
      "INSTALL spatial; LOAD spatial; COPY (FROM read_parquet('\(name)')) TO 'places.ndjson' (FORMAT json)"
    return ShellWord.quoted(path) == path ? "\"\(sql)\"" : ShellWord.quoted(sql)
  }
}
