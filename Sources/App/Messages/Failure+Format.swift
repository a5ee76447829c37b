import Domain
import Tables

extension Failure {
  /// Names the format of an unreadable file and the command that converts it.
  static func sentence(for format: ForeignFormat, at path: String, in archive: String? = nil) -> Message {
    let next = format.advice(on: path)
    guard let archive else { return "\(path) is \(format.title).\(terminal: " \(next)")" }
    let unpack = "\(archive.hasSuffix(".gz") ? "gzip -dk" : "unzip") \(argument(archive))"
    return
      "\(archive) contains no file of places: \(path) is \(format.title).\(terminal: " Unpack it: \(unpack). \(next)")"
  }

  /// Describes the unsupported part of an OpenStreetMap file and names the command that rewrites it.
  static func sentence(for problem: OpenStreetMapProblem, at path: String) -> Message {
    let file = argument(path)
    let rewrite = "osmium cat \(file) -o rewritten.osm.pbf"
    return switch problem {
    case .history:
      "\(path) has every version of its "
        + "elements.\(terminal: " Select those of one day: osmium time-filter \(file) -o today.osm.pbf")"
    case .feature(let name):
      "\(path) needs '\(DisplayWidth.fitted(name, to: 40))', which this version doesn't "
        + "support.\(terminal: " Rewrite it: \(rewrite)")"
    case .compression(let method):
      "\(path) is compressed by \(method), which is not read.\(terminal: " Rewrite it: \(rewrite)")"
    }
  }

  /// A path as an argument of a suggested command; `FILE` for standard input, which another command can't read again.
  static func argument(_ path: String) -> String {
    path == DiskFiles.standardInputName ? "FILE" : ShellWord.path(path)
  }

  /// Reports why an archive can't be read.
  init(_ problem: ArchiveProblem, ofArchive path: String) {
    let unpack: Message =
      "\(terminal: " Unpack it with unzip \(Self.argument(path)), then name the files in it instead.")"
    switch problem {
    case .empty: self.init(.archiveUnusable, "\(path) is a ZIP archive with no files in it. Download it again.")
    case .encrypted(let entry):
      self.init(.archiveUnusable, "\(path) is a ZIP archive whose \(entry) needs a password.\(unpack)")
    case .unknownMethod(let entry):
      self.init(
        .archiveUnusable,
        "\(path) is a ZIP archive whose \(entry) uses a compression that is not supported.\(unpack)"
      )
    case .nestedTooDeep:
      self.init(.archiveUnusable, "\(path) is an archive within too many others. Unpack the outer ones first.")
    case .severalTables(let entry):
      self.init(.archiveUnusable, "\(path) has more than one table, such as \(entry).\(unpack)")
    case .tooMuchToSkip(let entry, let limit):
      self.init(
        .inputMalformed,
        """
        \(path) has more than \(limit >> 30) GiB of unpacked data without places up to \(entry), and does not say \
        where they end.\(unpack)
        """
      )
    case .truncated:
      self.init(
        .inputMalformed,
        "\(path) is a ZIP archive that is cut short: its list of files is missing. Download it again."
      )
    }
  }

  /// Names the possible encodings of a text and the command that converts it.
  static func sentence(ofEncodingOf path: String, _ readings: [EncodingReading]) -> Message {
    let option: Message = "Pass \(.encoding) \(readings.first?.encoding.lowercased() ?? "NAME")"
    if readings.count == 1, let reading = readings.first {
      let example = reading.text.map { ", in which its first name is '\(DisplayWidth.fitted($0, to: 40))'" } ?? ""
      let isKnown = TextEncoding(word: reading.encoding) != nil
      let command = "`iconv -f \(reading.encoding) -t UTF-8 \(argument(path)) > utf8.txt`"
      let remedy: Message = isKnown ? " \(option)." : "\(terminal: " Convert it with \(command).")"
      return "\(path) is not UTF-8 but \(reading.encoding)\(example).\(remedy)"
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
      + "\(option), or the one that reads right."
  }

  /// The placeholder for an unknown CRS code.
  private static let unknownCode = "EPSG:CODE"

  /// Reports an unsupported CRS code.
  static func gridNotConverted(_ option: Option, _ code: String) -> Failure {
    let known = CoordinateReferenceSystem.allCases.map(\.rawValue).joined(separator: ", ")
    return Failure(
      .usage,
      """
      \(code) is not among the grids of \(option.spelling), which are \(known).\
      \(terminal: " Convert the file first: \(conversion(of: DiskFiles.standardInputName, from: code))")
      """
    )
  }

  /// Reports projected coordinates in an unknown CRS.
  static func gridUnknown(_ path: String, columns: [String]) -> Failure {
    let which = columns.isEmpty ? "" : " (\(columns.joined(separator: ", ")))"
    return Failure(
      .gridUnknown,
      """
      \(path) has coordinates in metres or feet on a map grid\(which), and does not say which grid; its rows fit none \
      that is known. Ask its publisher for the code of the grid, and convert the file from it\
      \(terminal: ": \(conversion(of: path, from: unknownCode, columns: columns))", agent: ".")
      """
    )
  }

  /// The command that converts a file from a CRS.
  private static func conversion(of path: String, from code: String, columns: [String] = []) -> String {
    let isTable = columns.count == 2
    let names = zip(["X", "Y"], columns).map { " -oo \($0)_POSSIBLE_NAMES=\(ShellWord.quoted($1))" }.joined()
    // ogr2ogr recognises a table by the extension of its name.
    let hasEnding = path.lowercased().hasSuffix(".csv") || path == DiskFiles.standardInputName
    let file = isTable && !hasEnding ? "CSV:" + path : path
    return
      "ogr2ogr -f GeoJSONSeq places.geojsonl \(argument(file)) -s_srs \(code) -t_srs EPSG:4326\(isTable ? names : "")"
  }

  /// Reports coordinates in an unsupported CRS, with the command that converts them.
  static func foreign(
    _ systems: [ForeignSystem],
    _ path: String,
    columns: [String],
    _ candidates: [GridCandidate]
  ) -> Failure {
    let code = systems.first?.code ?? unknownCode
    let command = conversion(of: path, from: code, columns: columns)
    guard systems.contains(where: { $0.country != nil }) else {
      return Failure(
        .systemUnknown,
        "\(path) has coordinates in \(code), a system that is not converted.\(terminal: " Convert it: \(command)")"
      )
    }
    let countries = systems.map { "\($0.code) of \($0.country ?? "")" }.joined(separator: ", ")
    let korean = candidates.map { $0.grid.rawValue }.joined(separator: ", ")
    let advice: Message = korean.isEmpty ? "" : " If the places are in Korea, name the grid with \(.grid): \(korean)."
    return Failure(
      .systemUnknown,
      """
      \(path) has coordinates in metres on a map grid, and does not say which grid. They would fit \(countries). \
      Convert it from the right one\(terminal: ", such as: \(command)", agent: ".")\(advice)
      """
    )
  }
}
