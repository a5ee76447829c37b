import Domain
import Foundation
import PlaceIndex
import Rows

/// The Overpass filters of a query: the tags of its categories, or a word of a name.
///
/// The response is a superset; a local search filters it.
struct OverpassQuery: Sendable, Hashable {
  /// The distance around an area in which ways and relations are requested, in metres.
  ///
  /// The coordinate of a way or relation is the centre of its bounding box, but the server searches its outline. The
  /// outline is at most half the shorter side away from that centre, so this margin finds shapes of up to 4 km. `is_in`
  /// finds larger shapes that enclose the area.
  static let outlineReachMeters = 2_000.0
  /// The number of letters of a word that a query contains, because each has up to 50 spellings.
  private static let maximumLettersOfWord = 16

  /// The resources that a request declares.
  ///
  /// The server starts small requests sooner.
  struct Allowance: Sendable, Hashable {
    let seconds: Int
    let bytes: Int

    static let usual = Allowance(seconds: 25, bytes: 64 << 20)
    /// The resources for an area that was too large for one response but is too small to be halved.
    static let large = Allowance(seconds: 60, bytes: 256 << 20)
    /// The resources for a part of a download.
    static let fetch = Allowance(seconds: 90, bytes: 256 << 20)

    /// The settings at the start of a query.
    var head: String { "[out:json][timeout:\(seconds)][maxsize:\(bytes)];\n" }
  }

  /// The filters of the requested elements; an element must match one of them.
  ///
  /// Filters of map context begin with an element type.
  let filters: [String]
  /// The tags that all elements of the response must have.
  let expected: ExpectedTags
  /// Whether the query is for ways and multipolygons with all their points, which maps draw.
  let isOfGround: Bool

  /// Makes the filters of a query.
  ///
  /// - Throws: `.unsupported` for a category without tags.
  init(_ query: PlaceQuery) throws(PlaceSearchError) {
    try Self.check(query.attributeKeys)
    try self.init(query.match)
  }

  /// Checks the spelling of attribute keys.
  ///
  /// - Throws: `.unsupported` for a key that OpenStreetMap spells otherwise, because no place would have it.
  static func check(_ keys: [String]) throws(PlaceSearchError) {
    for key in keys {
      let known = OSMTags.key(key)
      if known != key { throw .unsupported(.attribute(key, known: [known])) }
    }
  }

  /// Makes the filters of a match, as far as tags can express it.
  init(_ match: PlaceMatch) throws(PlaceSearchError) {
    isOfGround = false
    let longest = match.text.flatMap(Self.longestWord)
    let word = longest.map { "[~\"name|brand\"~\(Self.quoted(OverpassNamePattern($0).text)),i]" }
    let tags = match.categories.map(OSMTags.tags)
    for (category, tags) in zip(match.categories, tags) where tags.isEmpty {
      throw .unsupported(.category(category.slug, nearest: OSMTags.correction(of: category)))
    }
    let isOfMetro = match.categories.contains { $0 == .any || $0.group == .subway }
    let categories = Self.filters(ofTags: tags.flatMap(\.self)) + (isOfMetro ? Self.metroFilters : [])
    let otherFilters = (word ?? "") + match.conditions.compactMap(Self.filter).joined()
    expected = ExpectedTags(tags: tags.flatMap(\.self), isOfMetro: isOfMetro, word: longest)
    filters =
      categories.isEmpty ? [word == nil ? nil : otherFilters].compactMap(\.self) : categories.map { $0 + otherFilters }
  }

  /// Makes the query for ways, and multipolygons of water and green, with some tags.
  init(tagsOfGround tags: [String]) {
    let areaKeys = ["natural", "landuse", "leisure"].map { "\($0)=" }
    let areaTags = tags.filter { tag in areaKeys.contains(where: tag.hasPrefix) }
    let areas = Self.filters(ofTags: areaTags).map { #"rel["type"="multipolygon"]"# + $0 }
    filters = Self.filters(ofTags: tags).map { "way" + $0 } + areas
    expected = ExpectedTags(tags: tags, isOfMetro: false, word: nil)
    isOfGround = true
  }

  /// Returns the Overpass query for an area.
  func text(in area: BoundingBox, allowing allowance: Allowance = .usual) -> String {
    let (box, around) = (area.overpassText, area.grown(byMeters: Self.outlineReachMeters).overpassText)
    var text = allowance.head + Self.surroundings(of: area) + "("
    for filter in filters {
      text += "node\(filter)(\(box));\nwr\(filter)(\(around));\nwr\(filter)(pivot.a);\n"
    }
    // The count proves that nothing is missing.
    return text + ");\nout count;\nout tags center qt;\n"
  }

  /// Returns the Overpass query that downloads or counts all elements in a part of an area.
  ///
  /// Parts tile the area, so the only elements missed are those that enclose a whole part.
  func text(fetching area: BoundingBox, countsOnly: Bool) -> String {
    var text = Allowance.fetch.head + Self.surroundings(of: area) + "("
    let types = isOfGround ? "" : "nwr"
    let box = area.overpassText
    for filter in filters { text += "\(types)\(filter)(\(box));\n\(types)\(filter)(pivot.a);\n" }
    guard isOfGround else { return text + ");\nout count;\n" + (countsOnly ? "" : "out tags center qt;\n") }
    // The points of a relation belong to its members, which `out tags` omits.
    let output = "way.b;\nout tags geom qt;\nrel.b;\nout geom qt;\n"
    return text + ")->.b;\n.b out count;\n" + (countsOnly ? "" : output)
  }

  /// Returns the statement that selects the shapes around the centre of an area as `pivot.a`.
  private static func surroundings(of area: BoundingBox) -> String {
    "is_in(\(degrees(area.middle.latitude)),\(degrees(area.middle.longitude)))->.a;\n"
  }

  /// Returns degrees with seven decimals and no exponent.
  static func degrees(_ value: Double) -> String {
    String(format: "%.7f", locale: Locale(identifier: "en_US_POSIX"), value)
  }

  // MARK: - Filters

  private static func filters(ofTags tags: [String]) -> [String] {
    var values: [(key: String, values: [String])] = []
    for tag in tags {
      guard let mark = tag.firstIndex(of: "=") else { continue }
      let key = String(tag[..<mark])
      let value = String(tag[tag.index(after: mark)...])
      if let index = values.firstIndex(where: { $0.key == key }) {
        if !values[index].values.contains(value) { values[index].values.append(value) }
      } else {
        values.append((key, [value]))
      }
    }
    return values.map { key, values in
      guard !values.contains("*") else { return "[\(quoted(key))]" }
      // Matches like an import: a list has several values, and `_`, `-` and a space are equal.
      let choice = values.map(Self.pattern(ofValue:)).joined(separator: "|")
      return "[\(quoted(key))~\(quoted("^(.*; *)?(\(choice))( *;.*)?$")),i]"
    }
  }

  /// Metro stations, which need two tags.
  private static var metroFilters: [String] {
    let metro = OSMTags.metroKeys.joined(separator: "|")
    return OSMTags.stationKeys.map { "[\(quoted($0))=\"station\"][~\"^(\(metro))$\"~\"^yes$\"]" }
  }

  /// Returns the beginning of the longest word of a text, folded.
  private static func longestWord(of text: SearchText) -> String? {
    let words = String(decoding: NameFolding.fold(text.value), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.max { $0.utf8.count < $1.utf8.count }.map { String($0.prefix(maximumLettersOfWord)) }
  }

  /// Returns the elements that may satisfy a condition; `nil` if a tag filter can't express it.
  ///
  /// A local search checks the condition itself, including numbers.
  private static func filter(of condition: AttributeCondition) -> String? {
    // Phone and website have more spellings, which the import handles.
    guard AttributeName.text(of: condition.key) == nil else { return nil }
    let keys = AttributeName.tags(of: condition.key)
    let anyKey = keys.count == 1 ? nil : "~" + quoted("^(" + keys.map(expression).joined(separator: "|") + ")$")
    func has(_ value: String) -> String { "~" + quoted("^(.*;)? *(\(expression(value))) *(;.*)?$") + ",i]" }
    switch condition.test {
    case .known, .less, .atMost, .greater, .atLeast:
      return anyKey.map { "[\($0)~\".\"]" } ?? "[\(quoted(keys[0]))]"
    case .equals(let value): return "[\(anyKey ?? quoted(keys[0]))" + has(value)
    case .differs(let value): return anyKey == nil ? "[\(quoted(keys[0]))!" + has(value) : nil
    }
  }

  /// Returns the expression of a value, which may itself be a list.
  private static func pattern(ofValue value: String) -> String {
    var pattern = ""
    for part in value.split(separator: ";") {
      if !pattern.isEmpty { pattern += " *; *" }
      for letter in part.trimmed { pattern += " _-".contains(letter) ? "[ _-]" : expression(String(letter)) }
    }
    return pattern
  }

  /// Returns a text as a POSIX regular expression.
  static func expression(_ text: String) -> String {
    String(text.flatMap { #".[]()*+?{}|^$\"#.contains($0) ? ["\\", $0] : [$0] })
  }

  /// Returns a text as a string of the query language, which uses backslash escapes.
  private static func quoted(_ text: String) -> String {
    "\"" + String(text.flatMap { #""\"#.contains($0) ? ["\\", $0] : [$0] }) + "\""
  }
}
