import Domain
import Tables

extension ForeignFormat {
  /// Names the format of an unreadable file and the command that converts it.
  func sentence(at path: String, in archive: String?) -> Message {
    let next = advice(on: path)
    guard let archive else { return "\(path) is \(title).\(terminal: " \(next)")" }
    let unpack = "\(archive.hasSuffix(".gz") ? "gzip -dk" : "unzip") \(InputPath(archive).argument)"
    return "\(archive) has no file of places: \(path) is \(title).\(terminal: " Unpack it: `\(unpack)`. \(next)")"
  }
}

extension OpenStreetMapProblem {
  /// Describes the unsupported part of an OpenStreetMap file and names the command that rewrites it.
  func sentence(at path: String) -> Message {
    let file = InputPath(path).argument
    let rewrite: Message = "\(terminal: " Rewrite it: `osmium cat \(file) -o rewritten.osm.pbf`")"
    return switch self {
    case .history:
      """
      \(path) has every version of its elements.\
      \(terminal: " Extract the versions of one day: `osmium time-filter \(file) -o today.osm.pbf`")
      """
    case .feature(let name):
      "\(path) needs '\(DisplayWidth.fitted(name, to: 40))', which this version doesn't support.\(rewrite)"
    case .compression(let method): "\(path) is compressed by \(method), which isn't supported.\(rewrite)"
    }
  }
}

extension ArchiveProblem {
  /// Reports why an archive can't be read.
  func failure(ofArchive path: String) -> Failure {
    let unpack: Message =
      "\(terminal: " Unpack it: `unzip \(InputPath(path).argument)`. Then pass the files in it.")"
    return switch self {
    case .empty: Failure(.archiveUnusable, "\(path) is a ZIP archive without files. Download it again.")
    case .encrypted(let entry):
      Failure(.archiveUnusable, "\(path) is a ZIP archive whose \(entry) needs a password.\(unpack)")
    case .unknownMethod(let entry):
      Failure(.archiveUnusable, "\(path) is a ZIP archive whose \(entry) has an unsupported compression.\(unpack)")
    case .nestedTooDeep:
      Failure(.archiveUnusable, "\(path) is an archive within too many others. Unpack the outer ones.")
    case .severalTables(let entry):
      Failure(.archiveUnusable, "\(path) has more than one table, such as \(entry).\(unpack)")
    case .truncated:
      Failure(
        .inputMalformed,
        "\(path) is a ZIP archive that is cut short: its list of files is missing. Download it again."
      )
    }
  }
}

extension [EncodingReading] {
  /// Names the possible encodings of a text and how to read or convert it.
  func sentence(at path: String) -> Message {
    let option: Message =
      "\(terminal: "Pass \(.encoding) \(first?.encoding.lowercased() ?? "NAME")", agent: "Convert it to UTF-8")"
    if count == 1, let reading = first {
      let example = reading.text.map { ", in which its first name is '\(DisplayWidth.fitted($0, to: 40))'" } ?? ""
      let isKnown = TextEncoding(word: reading.encoding) != nil
      let command = "`iconv -f \(reading.encoding) -t UTF-8 \(InputPath(path).argument) > utf8.txt`"
      let remedy: Message = isKnown ? " \(option)." : "\(terminal: " Convert it with \(command).")"
      return "\(path) isn't UTF-8 but \(reading.encoding)\(example).\(remedy)"
    }
    var encodings: [String: [String]] = [:]
    for reading in self { encodings[reading.text ?? "", default: []].append(reading.encoding) }
    let texts = map { $0.text ?? "" }
    let choices = texts.indices.filter { texts.firstIndex(of: texts[$0]) == $0 }
      .map {
        "'\(DisplayWidth.fitted(texts[$0], to: 40))' in \(encodings[texts[$0], default: []].joined(separator: " and "))"
      }
    let reads = choices.isEmpty ? "" : " Its first name would be \(choices.joined(separator: ", "))."
    return """
      \(path) is neither UTF-8 nor CP949, and its encoding can't be detected.\(reads) \
      \(option)\(terminal: ", or the encoding in which the name is right").
      """
  }
}
