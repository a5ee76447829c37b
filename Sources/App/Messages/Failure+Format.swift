import Domain
import EmbeddedFiles

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
    case .empty: self.init(named: "archiveEmpty", path)
    case .encrypted(let entry): self.init(named: "archiveEncrypted", path, entry, unpack)
    case .unknownMethod(let entry): self.init(named: "archiveMethodUnknown", path, entry, unpack)
    case .nestedTooDeep: self.init(named: "archiveNested", path)
    case .severalTables(let entry): self.init(named: "archiveSeveralTables", path, entry, unpack)
    case .tooMuchToSkip(let entry, let limit):
      self.init(named: "archiveTooLong", path, limit >> 30, entry, unpack)
    case .truncated: self.init(named: "archiveTruncated", path)
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
  ///
  /// A key of which the categories have many values is kept whole, as nearly all of its elements are places.
  static func byOsmium(_ file: String) -> String {
    let tags = PlaceCategory.any.tags.map { $0.split(separator: "=", maxSplits: 1) }
    let filters = Dictionary(grouping: tags, by: \.[0]).sorted { $0.key < $1.key }.map { key, tags in
      tags.count > 3 ? "nwr/\(key)" : "nwr/\(key)=\(tags.map { $0[1] }.joined(separator: ","))"
    }
    return "osmium tags-filter \(file) \(filters.joined(separator: " ")) -o poi.osm.pbf "
      + "&& osmium export poi.osm.pbf -u type_id --geometry-types=point,polygon -f geojsonseq -o poi.geojsonseq"
  }

  private static let advices = TextTable.blocks(of: EmbeddedFile(.formats)).dropFirst()

  /// What a format is called and what to do, as `Formats.txt` has them; a test asks for every format.
  private static func explanation(of format: ForeignFormat, _ path: String) -> (what: String, next: String) {
    let advice = advices.first { $0.contains { $0.key == format.rawValue } } ?? []
    func text(_ key: String) -> String { advice.first { $0.key == key }?.text ?? "" }
    let next = TextTable.filled(text("next")) { name in
      switch name {
      case "file": argument(path)
      case "shapes": argument(path.lowercased().hasSuffix(".dbf") ? path.dropLast(4) + ".shp" : path)
      case "osmium": byOsmium(argument(path))
      case "sorted": "osmium sort \(argument(path)) -o sorted.osm.pbf && \(byOsmium("sorted.osm.pbf"))"
      default: statement(text("sql"), about: path)
      }
    }
    return (text(format.rawValue), next)
  }

  /// A statement about a file as an argument; the path is quoted for SQL, and the statement for the shell.
  private static func statement(_ sql: String, about path: String) -> String {
    let path = path == standardInputName ? "FILE" : path
    let name = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    let sql = TextTable.filled(sql) { _ in name }
    return ShellWord.quoted(path) == path ? "\"\(sql)\"" : ShellWord.quoted(sql)
  }

  /// Reports coordinates in a system that is not converted, with the command that converts them.
  static func foreign(
    _ systems: [ForeignSystem],
    _ path: String,
    columns: [String],
    _ candidates: [GridCandidate]
  ) -> Failure {
    let code = systems.first?.code ?? "EPSG:CODE"
    let isTable = columns.count == 2
    let names = zip(["X", "Y"], columns).map { " -oo \($0)_POSSIBLE_NAMES=\(ShellWord.quoted($1))" }.joined()
    // The program knows a table by the ending of its name.
    let file = isTable && !path.lowercased().hasSuffix(".csv") && path != standardInputName ? "CSV:" + path : path
    let command =
      "ogr2ogr -f GeoJSONSeq places.geojsonl \(argument(file)) -s_srs \(code) -t_srs EPSG:4326\(isTable ? names : "")"
    guard systems.contains(where: { $0.country != nil }) else {
      return Failure(named: "systemForeign", path, code, command)
    }
    let countries = systems.map { "\($0.code) of \($0.country ?? "")" }.joined(separator: ", ")
    let korean = candidates.map { $0.grid.rawValue }.joined(separator: ", ")
    let advice = korean.isEmpty ? "" : " If the places are in Korea, name the grid with --crs: \(korean)."
    return Failure(named: "systemsForeign", path, countries, command, advice)
  }
}
