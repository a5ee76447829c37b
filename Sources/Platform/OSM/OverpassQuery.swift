import Domain
import Foundation
import PlaceIndex

/// What Overpass is asked for a query: the tags of its categories, or a word of a name.
///
/// The answer holds every place of the query and others, which a search of what came leaves out.
struct OverpassQuery: Sendable, Hashable {
  /// How far around an area ways and relations are asked for, in metres.
  ///
  /// A place of theirs is the middle of their outline's box, and the server looks for the outline. An outline is at
  /// most half of the shorter side away from that middle: shapes of up to 4 km are found so, and larger ones that
  /// surround the area by `is_in`.
  static let outlineReachMeters = 2_000.0

  /// What the server may use up; it takes a small query sooner.
  struct Allowance: Sendable, Hashable {
    let seconds: Int
    let bytes: Int

    static let usual = Allowance(seconds: 25, bytes: 64 << 20)
    /// For an area that was too much and is too small to be halved.
    static let large = Allowance(seconds: 60, bytes: 256 << 20)
    /// For a part of an area that is fetched.
    static let fetch = Allowance(seconds: 90, bytes: 256 << 20)

    /// The beginning of a query that it is given to.
    var head: String { "[out:json][timeout:\(seconds)][maxsize:\(bytes)];\n" }
  }

  /// The filters of the elements wanted: each element fits one of them.
  let filters: [String]
  /// The tags of the elements that can be in a response.
  let expected: ExpectedTags

  /// Makes the filters of a query.
  ///
  /// - Throws: `.unsupported` for a category that no tag stands for.
  init(_ query: PlaceQuery) throws(PlaceSearchError) {
    try self.init(categories: query.categories, text: query.text, conditions: query.conditions)
  }

  /// Makes the filters of categories, of a text, or of both, that satisfy conditions as far as tags tell.
  init(
    categories all: [PlaceCategory],
    text: SearchText? = nil,
    conditions: [AttributeCondition] = []
  ) throws(PlaceSearchError) {
    let longest = text.flatMap(Self.longestWord)
    let word = longest.map(Self.filter)
    let tags = all.map(OSMTags.tags)
    for (category, tags) in zip(all, tags) where tags.isEmpty { throw .unsupported(.category(category.slug)) }
    let isOfMetro = all.contains { $0 == .any || $0.group == .subway }
    let categories = Self.filters(ofTags: tags.flatMap(\.self)) + (isOfMetro ? Self.metroFilters : [])
    let further = (word ?? "") + conditions.compactMap(Self.filter).joined()
    expected = ExpectedTags(tags: tags.flatMap(\.self), isOfMetro: isOfMetro, word: longest)
    filters = categories.isEmpty ? [word == nil ? nil : further].compactMap(\.self) : categories.map { $0 + further }
  }

  /// The text of the query for an area.
  func text(in area: BoundingBox, allowing allowance: Allowance = .usual) -> String {
    let around = area.grown(byMeters: Self.outlineReachMeters).overpassText
    var text = allowance.head + Self.surroundings(of: area) + "("
    for filter in filters {
      text += "node\(filter)(\(area.overpassText));\nwr\(filter)(\(around));\nwr\(filter)(pivot.a);\n"
    }
    // The count proves that nothing is missing.
    return text + ");\nout count;\nout tags center qt;\n"
  }

  /// The text that asks for everything in a part of an area that is fetched, or only counts it.
  ///
  /// The parts lie side by side, so only what surrounds one whole is not touched by it.
  func text(fetching area: BoundingBox, countsOnly: Bool) -> String {
    var text = Allowance.fetch.head + Self.surroundings(of: area) + "("
    for filter in filters { text += "nwr\(filter)(\(area.overpassText));\nwr\(filter)(pivot.a);\n" }
    return text + ");\nout count;\n" + (countsOnly ? "" : "out tags center qt;\n")
  }

  /// The statement after which `pivot.a` is what surrounds the middle of an area.
  private static func surroundings(of area: BoundingBox) -> String {
    "is_in(\(degrees(area.middle.latitude)),\(degrees(area.middle.longitude)))->.a;\n"
  }

  /// Degrees with seven decimals and never an exponent.
  static func degrees(_ value: Double) -> String {
    String(format: "%.7f", locale: Locale(identifier: "en_US_POSIX"), value)
  }

  // MARK: - Filters

  /// One filter for each key.
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
      // As an import compares: a list has several values, and `_` may be written as a blank.
      let choice = values.map { expression($0).replacingOccurrences(of: "_", with: "[ _-]") }.joined(separator: "|")
      return "[\(quoted(key))~\(quoted("^(.*; *)?(\(choice))( *;.*)?$")),i]"
    }
  }

  /// Stations of the metro, which two tags make.
  private static var metroFilters: [String] {
    let metro = OSMTags.metroKeys.joined(separator: "|")
    return OSMTags.stationKeys.map { "[\(quoted($0))=\"station\"][~\"^(\(metro))$\"~\"^yes$\"]" }
  }

  private static func longestWord(of text: SearchText) -> String? {
    let words = text.value.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
    return words.max { $0.utf8.count < $1.utf8.count }.map(String.init)
  }

  /// The names that hold the longest word of a text; a search of what came looks for the others.
  private static func filter(of word: String) -> String {
    // A name may have letters and digits of full width, which the server does not take for the same.
    let pattern = word.unicodeScalars.map { scalar -> String in
      let wide = Unicode.Scalar(scalar.value + 0xFEE0)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value))
      return isPlain ? "(\(scalar)|\(wide.map(String.init) ?? ""))" : expression(String(scalar))
    }
    return "[~\"name|brand\"~\(quoted(pattern.joined())),i]"
  }

  /// The elements that may satisfy a condition; `nil` where a tag alone does not tell.
  ///
  /// A search of what came looks at the condition itself, and at numbers.
  private static func filter(of condition: AttributeCondition) -> String? {
    // Phone and website have further spellings, of which the import knows more.
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

  /// A text as a regular expression of POSIX.
  private static func expression(_ text: String) -> String {
    String(text.flatMap { #".[]()*+?{}|^$\"#.contains($0) ? ["\\", $0] : [$0] })
  }

  /// A text as a string of the query language, in which a backslash stands for the character behind it.
  private static func quoted(_ text: String) -> String {
    "\"" + String(text.flatMap { #""\"#.contains($0) ? ["\\", $0] : [$0] }) + "\""
  }
}
