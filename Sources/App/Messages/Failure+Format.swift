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

  private static func explanation(of format: ForeignFormat, _ path: String) -> (what: String, next: String) {
    let file = argument(path)
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
      return ("a Parquet file", duckDB("INSTALL spatial; LOAD spatial", read: "read_parquet", path))
    case .geoPackage: return ("a GeoPackage", byOgr)
    case .sqlite: return ("an SQLite database", byOgr)
    case .shapefile: return ("a shapefile", byOgr)
    case .kml: return ("KML", byOgr)
    case .gpx: return ("GPX", "Convert it: \(toGeoJSON) waypoints")
    case .flatGeobuf: return ("a FlatGeobuf file", byOgr)
    case .xlsx: return ("an Excel workbook", spreadsheet(file))
    case .xls: return ("an Excel workbook of the old binary format", spreadsheet(file))
    case .xml: return ("XML", "Download the CSV or JSON form of the same data; its publisher offers both.")
    case .html:
      return (
        "a web page, not data: perhaps a login page or an error page",
        "Look at it with `head \(file)`, and download the file again from its own link."
      )
    case .lfsPointer:
      return ("a Git LFS pointer, not the data itself", "Fetch the data: git lfs pull --include \(file)")
    case .gzip: return ("gzip-compressed", "Decompress it on the fly: gzip -dc \(file) | placefind index build -")
    case .bzip2: return ("bzip2-compressed", "Decompress it on the fly: bzip2 -dc \(file) | placefind index build -")
    case .xz: return ("xz-compressed", "Decompress it on the fly: xz -dc \(file) | placefind index build -")
    case .zstd: return ("zstd-compressed", "Decompress it on the fly: zstd -dc \(file) | placefind index build -")
    case .zip: return ("a ZIP archive", "Unpack it: unzip \(file), then build from the files in it.")
    case .pdf: return ("a PDF document", "Download the CSV or JSON form of the same data.")
    case .hwp: return ("a Hangul document", "Download the CSV or JSON form of the same data.")
    case .wordProcessor: return ("a text document", "Download the CSV or JSON form of the same data.")
    case .image: return ("an image", "Download the CSV or JSON form of the same data.")
    case .tar: return ("a tar archive", "Unpack it with tar -xf \(file), then build from the files in it.")
    case .sevenZip: return ("a 7z archive", "Unpack it with 7z x \(file), then build from the files in it.")
    case .rar: return ("a RAR archive", "Unpack it with unrar x \(file), then build from the files in it.")
    case .compress:
      return ("compressed by compress", "Decompress it on the fly: gzip -dc \(file) | placefind index build -")
    case .kmz: return ("KMZ", byOgr)
    case .openDocument: return ("an OpenDocument spreadsheet", spreadsheet(file))
    case .arrow: return ("an Arrow file", pandas("read_feather", file))
    case .orc: return ("an ORC file", pandas("read_orc", file))
    case .avro:
      return ("an Avro file", duckDB("INSTALL avro; LOAD avro", read: "read_avro", path))
    case .dBase:
      let shapes = argument(path.lowercased().hasSuffix(".dbf") ? path.dropLast(4) + ".shp" : path)
      return (
        "a dBase table, which holds no geometry",
        "If it is a part of a shapefile, convert that: ogr2ogr -f GeoJSONSeq places.geojsonl \(shapes) -t_srs EPSG:4326. "
          + "Otherwise: ogr2ogr -f CSV places.csv \(file)"
      )
    case .access:
      return ("an Access database", "List its tables with mdb-tables \(file), and write one with mdb-export.")
    case .cad: return ("a CAD drawing", "Download the CSV or GeoJSON form of the same data.")
    case .topoJSON: return ("TopoJSON", byOgr)
    }
  }

  /// A duckdb command that reads a file; the path is quoted for SQL, and the statement for the shell.
  private static func duckDB(_ setup: String, read function: String, _ path: String) -> String {
    let path = path == standardInputName ? "FILE" : path
    let name = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    let sql = "\(setup); COPY (FROM \(function)('\(name)')) TO 'places.ndjson' (FORMAT json)"
    return "Convert it: duckdb -c " + (ShellWord.quoted(path) == path ? "\"\(sql)\"" : ShellWord.quoted(sql))
  }

  private static func pandas(_ function: String, _ file: String) -> String {
    "Convert it: python3 -c \"import pandas, sys; "
      + "pandas.\(function)(sys.argv[1]).to_csv('places.csv', index=False)\" \(file)"
  }

  private static func spreadsheet(_ file: String) -> String {
    "Convert it: soffice --headless --convert-to csv:\"Text - txt - csv (StarCalc)\":44,34,76 \(file)"
  }
}
