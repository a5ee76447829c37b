import Domain
import Tables

/// The text of a mapping, for people.
extension ColumnMapping {
  private static let shownUnused = 3

  /// One line: `name ← "School"  lat,lng ← "Y","X"  category ← "Type" (12 kinds)  unused: "Notes", … (7)`.
  var line: String {
    var parts: [String] = []
    var shown: Set<String> = []
    for column in columns where !column.title.isEmpty && shown.insert(column.field).inserted {
      if column.field == "lng", self.column(of: "lat") != nil { continue }
      let isLatitude = column.field == "lat"
      let longitude = isLatitude ? self.column(of: "lng") : nil
      let field = longitude == nil ? column.field : "lat,lng"
      let title = ([column] + [longitude].compactMap(\.self)).map { Self.quoted($0.title) }.joined(separator: ",")
      let kinds = column.field == "category" && kindCount > 0 ? " (\(counted(kindCount, "kind")))" : ""
      let guess = column.reason == .proposal ? " (a guess)" : ""
      parts.append("\(field) ← \(title)\(kinds)\(guess)")
    }
    if !unused.isEmpty {
      let first = unused.prefix(Self.shownUnused).map(Self.quoted).joined(separator: ", ")
      parts.append("unused: \(first)\(unused.count > Self.shownUnused ? ", … (\(unused.count))" : "")")
    }
    return parts.joined(separator: "  ")
  }

  /// A line for each column, with the reason and some values.
  var details: [String] {
    let used = columns.map { column in
      guard !column.title.isEmpty else { return "\(column.field): none, as chosen" }
      let samples = column.samples.map { DisplayWidth.fitted($0, to: 30) }.joined(separator: " | ")
      return
        "\(column.field) ← \(Self.quoted(column.title)) (\(column.reason.text))\(samples.isEmpty ? "" : ": \(samples)")"
    }
    return used + (unused.isEmpty ? [] : ["unused: " + unused.map(Self.quoted).joined(separator: ", ")])
  }

  /// Returns the command that builds an index of the input with this mapping and the same rules.
  func command(forInput path: String, by rules: ImportRules, output: String) -> String {
    let input = rules.forcedCategory.map { "\(path)=\($0.slug)" } ?? path
    let maps = choice.columns.sorted { $0.key < $1.key }.map { "--map \(ShellWord.quoted("\($0.key)=\($0.value)"))" }
    return (["placefind index build", ShellWord.path(input), "-o", ShellWord.path(output)] + rules.words + maps)
      .joined(separator: " ")
  }

  private static func quoted(_ title: String) -> String { "\"\(DisplayWidth.fitted(title, to: 30))\"" }
}

extension ImportRules {
  /// The options that name the rules, except the columns.
  fileprivate var words: [String] {
    let extent: String? =
      switch attributes.extent {
      case .none: "none"
      case .usual: nil
      case .all: "all"
      }
    let named: [(option: Option, value: String?)] = [
      (.delimiter, format.delimiter.map { $0 == UInt8(ascii: "\t") ? "tab" : String(UnicodeScalar($0)) }),
      (.quote, format.isQuoted ? nil : "none"), (.header, format.hasHeader ? nil : "none"),
      (.encoding, format.encoding?.rawValue.lowercased()), (.scale, format.scale.map(String.init)),
      (.crs, crs?.rawValue), (.language, language), (.minimumConfidence, minimumConfidence.map { "\($0)" }),
      (.keep, extent),
    ]
    let keys = attributes.keys.map { (option: Option.keep, value: Optional($0)) }
    let words = (named + keys).flatMap { option, value in value.map { [option.spelling, ShellWord.quoted($0)] } ?? [] }
    return words + (includesClosed ? [Option.includeClosed.spelling] : [])
  }
}

extension ColumnMapping.Reason {
  fileprivate var text: String {
    switch self {
    case .chosen: "chosen"
    case .dataset: "known dataset"
    case .exact: "known title"
    case .proposal: "guessed from its values"
    }
  }
}
