import Domain

extension Failure {
  /// Names the format of a file that cannot be read, and the command that converts it.
  static func sentence(for format: ForeignFormat, at path: String, in archive: String? = nil) -> String {
    let (what, next) = explanation(of: format, path)
    guard let archive else { return "\(path) is \(what). \(next)" }
    let unpack = "\(archive.hasSuffix(".gz") ? "gzip -dk" : "unzip") \(argument(archive))"
    return "\(archive) contains no file of places: \(path) is \(what). Unpack it: \(unpack). \(next)"
  }

  /// What sources call standard input in place of a path.
  static let standardInputName = "standard input"

  /// A path as an argument of a proposed command; `FILE` for standard input, which no other command can read again.
  static func argument(_ path: String) -> String { path == standardInputName ? "FILE" : ShellWord.quoted(path) }

  /// Reports why an archive cannot be read.
  init(_ problem: ArchiveProblem, ofArchive path: String) {
    let unpack = "Unpack it with unzip \(Self.argument(path)), then build from the files in it."
    switch problem {
    case .empty:
      self.init("archive_unusable", .usage, "\(path) is a ZIP archive with no files in it. Download it again.")
    case .encrypted(let entry):
      self.init("archive_unusable", .usage, "\(path) is a ZIP archive whose \(entry) needs a password. \(unpack)")
    case .unknownMethod(let entry):
      self.init("archive_unusable", .usage) {
        "\(path) is a ZIP archive whose \(entry) uses a compression that is not supported. \(unpack)"
      }
    case .nestedTooDeep:
      self.init("archive_unusable", .usage) {
        "\(path) is an archive within too many others. Unpack the outer ones first."
      }
    case .severalTables(let entry):
      self.init("archive_unusable", .usage) {
        "\(path) holds more than one table, also \(entry). \(unpack)"
      }
    case .truncated:
      self.init("input_malformed", .untrustworthy) {
        "\(path) is a ZIP archive that is cut short: its list of files is missing. Download it again."
      }
    }
  }

  /// Names the encoding of a text, or those that it may be in, and the command that converts it.
  static func sentence(ofEncodingOf path: String, _ readings: [EncodingReading]) -> String {
    let command = "iconv -f \(readings.first?.encoding ?? "ENCODING") -t UTF-8 \(argument(path)) > utf8.txt"
    if readings.count == 1, let reading = readings.first {
      let example = reading.text.map { ", in which its first name is '\(DisplayWidth.fitted($0, to: 40))'" } ?? ""
      return "\(path) is not UTF-8 but \(reading.encoding)\(example). Convert it: \(command)"
    }
    var encodings: [String: [String]] = [:]
    for reading in readings { encodings[reading.text ?? "", default: []].append(reading.encoding) }
    let texts = readings.map { $0.text ?? "" }
    let choices = texts.indices.filter { texts.firstIndex(of: texts[$0]) == $0 }
      .map {
        "'\(DisplayWidth.fitted(texts[$0], to: 40))' in \(encodings[texts[$0], default: []].joined(separator: " and "))"
      }
    let reads = choices.isEmpty ? "" : " Its first name would be \(choices.joined(separator: ", "))."
    return "\(path) is neither UTF-8 nor CP949, and its bytes do not say which other encoding it is in.\(reads) "
      + "Convert it from the one that reads right, such as \(command)"
  }

  /// The commands that make a file of places from data of OpenStreetMap.
  static func byOsmium(_ file: String) -> String {
    "osmium tags-filter \(file) nwr/amenity nwr/shop nwr/tourism nwr/healthcare nwr/railway=station -o poi.osm.pbf "
      + "&& osmium export poi.osm.pbf -u type_id --geometry-types=point,polygon -f geojsonseq -o poi.geojsonseq"
  }

  private static func explanation(of format: ForeignFormat, _ path: String) -> (what: String, next: String) {
    let file = argument(path)
    let shapes = argument(path.lowercased().hasSuffix(".dbf") ? path.dropLast(4) + ".shp" : path)
    let toGeoJSON = { (file: String) in "ogr2ogr -f GeoJSONSeq places.geojsonl \(file) -t_srs EPSG:4326" }
    let byOgr = "Convert it: \(toGeoJSON(file))"
    let byOsmium = "Convert it: \(byOsmium(file))"
    let bySpreadsheet =
      "Convert it: soffice --headless --convert-to csv:\"Text - txt - csv (StarCalc)\":44,34,76 \(file)"
    let decompressing = { (program: String) in
      "Decompress it on the fly: \(program) -dc \(file) | placefind index build -"
    }
    let unpacking = { (command: String) in "Unpack it with \(command) \(file), then build from the files in it." }
    let byPandas = { (function: String) in
      "Convert it: python3 -c \"import pandas, sys; pandas.\(function)(sys.argv[1]).to_csv('places.csv', index=False)\" \(file)"
    }
    let otherForm = "Download the CSV or JSON form of the same data."
    return switch format {
    case .osmPBF: ("OpenStreetMap data as PBF", byOsmium)
    case .osmXML: ("OpenStreetMap data as XML", byOsmium)
    case .parquet: ("a Parquet file", duckDB("INSTALL spatial; LOAD spatial", read: "read_parquet", path))
    case .avro: ("an Avro file", duckDB("INSTALL avro; LOAD avro", read: "read_avro", path))
    case .geoPackage: ("a GeoPackage", byOgr)
    case .sqlite: ("an SQLite database", byOgr)
    case .shapefile: ("a shapefile", byOgr)
    case .kml: ("KML", byOgr)
    case .kmz: ("KMZ", byOgr)
    case .gpx: ("GPX", byOgr + " waypoints")
    case .flatGeobuf: ("a FlatGeobuf file", byOgr)
    case .topoJSON: ("TopoJSON", byOgr)
    case .xlsx: ("an Excel workbook", bySpreadsheet)
    case .xls: ("an Excel workbook of the old binary format", bySpreadsheet)
    case .openDocument: ("an OpenDocument spreadsheet", bySpreadsheet)
    case .gzip: ("gzip-compressed", decompressing("gzip"))
    case .bzip2: ("bzip2-compressed", decompressing("bzip2"))
    case .xz: ("xz-compressed", decompressing("xz"))
    case .zstd: ("zstd-compressed", decompressing("zstd"))
    case .compress: ("compressed by compress", decompressing("gzip"))
    case .zip: ("a ZIP archive", "Unpack it: unzip \(file), then build from the files in it.")
    case .tar: ("a tar archive", unpacking("tar -xf"))
    case .sevenZip: ("a 7z archive", unpacking("7z x"))
    case .rar: ("a RAR archive", unpacking("unrar x"))
    case .pdf: ("a PDF document", otherForm)
    case .hwp: ("a Hangul document", otherForm)
    case .wordProcessor: ("a text document", otherForm)
    case .image: ("an image", otherForm)
    case .cad: ("a CAD drawing", "Download the CSV or GeoJSON form of the same data.")
    case .xml: ("XML", "Download the CSV or JSON form of the same data; its publisher offers both.")
    case .arrow: ("an Arrow file", byPandas("read_feather"))
    case .orc: ("an ORC file", byPandas("read_orc"))
    case .lfsPointer: ("a Git LFS pointer, not the data itself", "Fetch the data: git lfs pull --include \(file)")
    case .access: ("an Access database", "List its tables with mdb-tables \(file), and write one with mdb-export.")
    case .html:
      (
        "a web page, not data: perhaps a login page or an error page",
        "Look at it with `head \(file)`, and download the file again from its own link."
      )
    case .dBase:
      (
        "a dBase table, which holds no geometry",
        "If it is a part of a shapefile, convert that: \(toGeoJSON(shapes)). Otherwise: ogr2ogr -f CSV places.csv \(file)"
      )
    }
  }

  /// The advice to run a duckdb command that reads a file; the path is quoted for SQL, and the statement for the shell.
  private static func duckDB(_ setup: String, read function: String, _ path: String) -> String {
    let path = path == standardInputName ? "FILE" : path
    let name = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    let sql = "\(setup); COPY (FROM \(function)('\(name)')) TO 'places.ndjson' (FORMAT json)"
    return "Convert it: duckdb -c " + (ShellWord.quoted(path) == path ? "\"\(sql)\"" : ShellWord.quoted(sql))
  }
}
