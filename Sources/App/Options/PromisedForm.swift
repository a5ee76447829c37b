/// The form that the name of a file promises.
enum PromisedForm: Sendable, Hashable {
  /// One of the forms that this program writes.
  case known(String)
  /// A form that it does not write.
  case foreign
  /// None.
  case none

  /// Endings of forms that would be a lie over anything this program writes.
  private static let foreignEndings: Set<String> = [
    "geojson", "geojsonl", "geojsons", "xlsx", "xls", "ods", "parquet", "arrow", "html", "htm", "xml", "kml", "kmz",
    "gpx",
    "shp", "gpkg", "sqlite", "db", "gz", "zst", "zip", "bz2", "xz", "yaml", "yml", "pdf",
  ]

  /// Looks at the end of a path.
  ///
  /// - Parameters:
  ///   - path: A path.
  ///   - known: The words of the forms that can be written.
  init(ofFileAt path: String, known: [String]) {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasPrefix("/dev/"), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      self = .none
      return
    }
    let ending = name[name.index(after: dot)...].lowercased()
    let word = ending == "jsonl" ? "ndjson" : ending == "htm" ? "html" : ending
    self = known.contains(word) ? .known(word) : Self.foreignEndings.contains(ending) ? .foreign : .none
  }
}

extension Arguments.Output {
  /// The form of an output: the one named, else the one that the output's name promises.
  ///
  /// - Parameter named: What `--format` says.
  /// - Returns: `nil` when neither says anything.
  /// - Throws: When the name promises a form that cannot be written.
  func form<Form: RawRepresentable & CaseIterable>(_ named: Form?) throws(UsageError) -> Form?
  where Form.RawValue == String {
    try form(named, among: Array(Form.allCases))
  }

  /// The form of an output among those that a command can write.
  ///
  /// - Parameters:
  ///   - named: What `--format` says.
  ///   - forms: The forms that the command can write.
  /// - Returns: `nil` when neither says anything.
  /// - Throws: When the name promises a form that cannot be written.
  func form<Form: RawRepresentable>(_ named: Form?, among forms: [Form]) throws(UsageError) -> Form?
  where Form.RawValue == String {
    if let named { return named }
    guard let path else { return nil }
    let known = forms.map(\.rawValue)
    switch PromisedForm(ofFileAt: path, known: known) {
    case .known(let word): return Form(rawValue: word)
    case .foreign: throw .unknownForm(path: path, known: known)
    case .none: return nil
    }
  }
}
