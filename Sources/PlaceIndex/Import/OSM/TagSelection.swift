import Domain
import Rows
import Tables

/// Selects the OpenStreetMap elements that become places, by their tags.
///
/// Without categories, all groups and kinds are selected, and everything with a key that only places have. Elements
/// with other keys only, such as roads and most buildings, aren't places; a country has a hundred times as many of
/// them.
struct TagSelection: Sendable {
  /// A key and its selected values.
  struct Key: Sendable {
    let name: [UInt8]
    /// Whether every value is selected.
    var isWhole = false
    /// The values that the user named.
    var values: [[UInt8]] = []
  }

  /// Whether to read streets, rails, water and parks for maps too.
  var hasGround = false
  private(set) var keys: [Key] = []
  /// The selected categories; empty for everything.
  let categories: [PlaceCategory]
  private var groups: UInt32 = 0
  private var kinds = CategoryMask.none
  private let isOfAll: Bool
  /// Whether metro stations are selected, which are recognized by two tags.
  private let isOfMetro: Bool
  /// The first bytes of the selected keys: a filter for texts.
  private var firstBytes = CategoryMask.none
  /// The minimum and maximum length of the selected keys, in bytes.
  private var shortest = Int.max
  private var longest = 0

  /// Makes a selection of categories; `nil` if any of them has no tag.
  init?(_ category: PlaceCategory?) {
    categories = Self.categories(in: category)
    isOfAll = categories.isEmpty
    isOfMetro = isOfAll || categories.contains { $0.group == .subway }
    for category in isOfAll ? [.any] : categories {
      let tags = OSMTags.tags(of: category)
      guard !tags.isEmpty else { return nil }
      for tag in tags { add(tag, of: category) }
      if let ordinal = Self.group(category)?.ordinal { groups |= 1 << UInt32(ordinal) }
      if case .kind(let kind) = category.meaning { kinds.insert(Int(kind.number)) }
    }
    if isOfMetro { for key in OSMTags.stationKeys { add(key) { _ in } } }
    for key in keys {
      if let first = key.name.first { firstBytes.insert(Int(first)) }
      shortest = min(shortest, key.name.count)
      longest = max(longest, key.name.count)
    }
  }

  /// Returns the categories in a command-line word, which may contain several between commas.
  static func categories(in category: PlaceCategory?) -> [PlaceCategory] {
    guard let category else { return [] }
    var categories = [category]
    if case .source(let word) = category {
      categories = word.split(separator: ",").map { PlaceCategory(word: String($0.trimmed)) }
    }
    return categories.contains(.any) ? [] : categories
  }

  /// Returns the group that equals a category.
  private static func group(_ category: PlaceCategory) -> CategoryGroup? {
    if case .group(let group) = category.meaning { group } else { nil }
  }

  private mutating func add(_ tag: String, of category: PlaceCategory) {
    let parts = tag.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    add(parts[0]) { key in
      if parts[1] == "*" {
        key.isWhole = true
      }
      // The vocabulary knows the values of a known category.
      else if category.meaning == nil {
        key.values.append(Array(parts[1].utf8))
      }
    }
  }

  private mutating func add(_ name: String, _ change: (inout Key) -> Void) {
    let name = Array(name.utf8)
    let number = keys.firstIndex { $0.name == name } ?? keys.count
    if number == keys.count { keys.append(Key(name: name)) }
    change(&keys[number])
  }

  /// Returns one plus the number of a key; 0 for a text that isn't a selected key.
  @inline(__always)
  func mark(of text: ByteView) -> UInt32 {
    guard text.count >= shortest, text.count <= longest, firstBytes.contains(Int(text.byte(at: 0))) else { return 0 }
    return markOfKey(text)
  }

  private func markOfKey(_ text: ByteView) -> UInt32 {
    for number in keys.indices where keys[number].name.count == text.count {
      if ByteView.over(keys[number].name, { $0.equals(text) }) { return UInt32(number + 1) }
    }
    return 0
  }

  /// The verdict of a tag about its element.
  enum Verdict: UInt8 {
    case isNone
    case isPlace
    /// The element is a place if another tag marks it as part of the metro.
    case isStation
  }

  func verdict(ofKeyMarked mark: UInt32, _ value: ByteView, _ vocabulary: ImportVocabulary) -> Verdict {
    let key = keys[Int(mark) - 1]
    if key.isWhole { return .isPlace }
    let isPlace = ByteView.over(key.name) { name in
      var isPlace = false
      value.forEachPart { part in
        let part = part.trimmed
        if key.values.contains(where: { ByteView.over($0) { $0.equals(part) } }) { isPlace = true }
        guard let meaning = vocabulary.meaning(vocabulary.categories.value(ofKey: name, value: part)) else { return }
        if isOfAll || meaning.groups & groups != 0 || meaning.kinds.intersects(kinds) { isPlace = true }
      }
      return isPlace
    }
    if isPlace { return .isPlace }
    return isOfMetro && value.equals("station") ? .isStation : .isNone
  }

  /// Returns whether a tag marks a station as part of the metro.
  static func isMetro(_ key: ByteView, _ value: ByteView) -> Bool {
    value.equals("yes") && OSMTags.metroKeys.contains { $0.utf8.count == key.count && $0 == key.text }
  }
}
