import Domain

extension ErrorReport {
  /// Says what a file is that cannot be read, and the command that makes one of it that can.
  static func sentence(for format: ForeignFormat, at path: String) -> String {
    let (what, next) = explanation(of: format, path)
    return "\(path) is \(what). \(next)"
  }

  private static func explanation(of format: ForeignFormat, _ path: String) -> (what: String, next: String) {
    let file = ShellWord.quoted(path)
    let toGeoJSON = "ogr2ogr -f GeoJSONSeq places.geojsonl \(file) -t_srs EPSG:4326"
    let byOgr = "Convert it: \(toGeoJSON)"
    switch format {
    case .osmPBF, .osmXML:
      return (
        "OpenStreetMap data as \(format == .osmPBF ? "PBF" : "XML")",
        "Convert it: osmium tags-filter \(file) nwr/amenity nwr/shop nwr/tourism nwr/healthcare nwr/railway=station -o poi.osm.pbf "
          + "&& osmium export poi.osm.pbf -u type_id --geometry-types=point,polygon -f geojsonseq -o poi.geojsonseq"
      )
    case .parquet:
      return (
        "a Parquet file",
        "Convert it: duckdb -c \"INSTALL spatial; LOAD spatial; COPY (FROM read_parquet('\(path)')) TO 'places.ndjson' (FORMAT json)\""
      )
    case .geoPackage: return ("a GeoPackage", byOgr)
    case .sqlite: return ("an SQLite database", byOgr)
    case .shapefile: return ("a shapefile", byOgr)
    case .kml: return ("KML", byOgr)
    case .gpx: return ("GPX", "Convert it: \(toGeoJSON) waypoints")
    case .flatGeobuf: return ("a FlatGeobuf file", byOgr)
    case .xlsx: return ("an Excel workbook", spreadsheet(file))
    case .xls: return ("an old Excel workbook", spreadsheet(file))
    case .xml: return ("XML", "Download the CSV or JSON form of the same data; its publisher offers both.")
    case .html:
      return (
        "a web page, not data: perhaps a login or an error",
        "Look at it with `head \(file)`, and download the file again from its own link."
      )
    case .lfsPointer:
      return ("a Git LFS pointer, not the data itself", "Fetch the data: git lfs pull --include \(file)")
    case .gzip: return ("gzip-compressed", "Expand it on the way: gzip -dc \(file) | placefind index build -")
    case .bzip2: return ("bzip2-compressed", "Expand it on the way: bzip2 -dc \(file) | placefind index build -")
    case .xz: return ("xz-compressed", "Expand it on the way: xz -dc \(file) | placefind index build -")
    case .zstd: return ("zstd-compressed", "Expand it on the way: zstd -dc \(file) | placefind index build -")
    case .zip: return ("a ZIP archive", "Unpack it: unzip \(file), then build from the files in it.")
    case .pdf: return ("a PDF document", "Download the CSV or JSON form of the same data.")
    case .hwp: return ("a Hangul document", "Download the CSV or JSON form of the same data.")
    }
  }

  private static func spreadsheet(_ file: String) -> String {
    "Convert it: soffice --headless --convert-to csv:\"Text - txt - csv (StarCalc)\":44,34,76 \(file)"
  }
}
