public import Tables

/// The rules for making places from the rows of an input.
public struct ImportRules: Sendable, Hashable {
  /// The category of every place, regardless of the file; `nil` to use the file's categories.
  public var forcedCategory: PlaceCategory?
  /// The minimum confidence of rows that have one, 0...1; `nil` to accept any.
  public var minimumConfidence: Double?
  /// Whether to include closed places.
  public var includesClosed = false
  /// Whether to store the streets, rails, water and parks of OpenStreetMap files, for maps.
  public var includesGround = false

  /// The coordinate reference system (CRS) of coordinates that aren't degrees; `nil` to use the CRS that the file
  /// names, or to detect it.
  public var crs: CoordinateReferenceSystem?
  /// The format of the inputs, as far as the caller knows it.
  public var format = TableFormat()
  /// The table columns that the caller named.
  public var columns = ColumnChoice()
  /// The attributes to store.
  public var attributes = AttributeChoice()
  /// The language of the displayed names, such as `ko`; `nil` for the local names.
  public var language: String?
  /// The services' names of kinds in category paths, which saved responses contain.
  package var pathNames: [Service.KindName] = []

  public init() {}

  /// Returns these rules, completed by the rules of an earlier import of the same input.
  package func completed(by earlier: ImportRules) -> ImportRules {
    var rules = self
    // A chosen column of categories replaces an earlier category for all places.
    if columns.category == nil { rules.forcedCategory = forcedCategory ?? earlier.forcedCategory }
    rules.minimumConfidence = minimumConfidence ?? earlier.minimumConfidence
    rules.includesClosed = includesClosed || earlier.includesClosed
    rules.crs = crs ?? earlier.crs
    if format == TableFormat() { rules.format = earlier.format }
    if attributes == AttributeChoice() { rules.attributes = earlier.attributes }
    rules.language = language ?? earlier.language
    return rules
  }
}

extension ImportRules {
  private enum Key: String {
    case category
    case confidence
    case closed
    case crs
    case language
    case delimiter
    case quotes
    case header
    case encoding
    case scale
    case attributes
    case attribute
  }

  /// The rules as text with a line for each that isn't the default, to store in a file; the columns are in the
  /// ``ColumnMapping``.
  package var text: String {
    let extent: String? =
      switch attributes.extent {
      case .none: "none"
      case .usual: nil
      case .all: "all"
      }
    let lines: [(key: Key, value: String?)] = [
      (.category, forcedCategory?.slug), (.confidence, minimumConfidence.map { "\($0)" }),
      (.closed, includesClosed ? "included" : nil), (.crs, crs?.rawValue), (.language, language),
      (.delimiter, format.delimiter.map { "\($0)" }), (.quotes, format.isQuoted ? nil : "none"),
      (.header, format.hasHeader ? nil : "none"), (.encoding, format.encoding?.rawValue),
      (.scale, format.scale.map { "\($0)" }), (.attributes, extent),
    ]
    let keys: [(key: Key, value: String?)] = attributes.keys.map { (.attribute, $0) }
    return (lines + keys).compactMap { key, value in value.map { "\(key.rawValue)\t\($0)" } }.joined(separator: "\n")
  }

  /// Reads the ``text`` of rules; unreadable lines are skipped.
  package init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let key = Key(rawValue: parts[0]) else { continue }
      let value = parts[1]
      switch key {
      case .category: forcedCategory = PlaceCategory(word: value)
      case .confidence: minimumConfidence = Double(value)
      case .closed: includesClosed = true
      case .crs: crs = CoordinateReferenceSystem(rawValue: value)
      case .language: language = value
      case .delimiter: format.delimiter = UInt8(value)
      case .quotes: format.isQuoted = false
      case .header: format.hasHeader = false
      case .encoding: format.encoding = TextEncoding(rawValue: value)
      case .scale: format.scale = Int(value)
      case .attributes: attributes.extent = value == "all" ? .all : .none
      case .attribute: attributes.keys.append(value)
      }
    }
  }
}
