import Domain
import Tables
import Rows

/// Decides which entries of a file match a category of a query.
struct CategoryMatcher {
  /// The source category in the query.
  private let word: String?
  /// The group or kind in the query; a tag may be a synonym of it.
  private let meaning: PlaceCategory?
  /// The tags of the group or kind, folded; empty if the query has no tag.
  private let tags: [[UInt8]]
  /// The number of the kind in the file.
  let kind: Int?
  private let groups: UInt32
  private let folded: [UInt8]
  /// Whether the word means every value of a key, `amenity=*`.
  private let isKey: Bool

  /// The kind in the query, if the file doesn't know the kind and no other part of the query decides.
  let unknownKind: Kind?

  init(_ category: PlaceCategory, kinds: [Kind?]) {
    var unknownKind: Kind?
    var word = String?.none
    var kind = Int?.none
    var groups = UInt32(0)
    if case .source(let text) = category { word = text }
    meaning = word == nil ? category : category.exactMeaning
    tags = word == nil ? [] : meaning?.words(ofVocabulary: "osm").map(CategoryMatcher.folded) ?? []
    switch meaning {
    case .any?: groups = .max
    case .group(let group)?: groups = group.bit
    case .kind(let wanted)?:
      kind = kinds.firstIndex(of: wanted)
      if kind == nil, word == nil { unknownKind = wanted }
    case .source?, nil: break
    }
    let folded = CategoryMatcher.folded(word ?? "")
    isKey = folded.suffix(2) == Array("=*".utf8)
    self.word = word
    self.kind = kind
    self.unknownKind = unknownKind
    self.groups = groups
    self.folded = isKey ? folded.dropLast() : folded
  }

  /// Returns the error of a query for which no entry matches; `nil` if the index just has no such places.
  func refusal(in content: IndexContent) -> IndexHeader.FormatError? {
    guard let word else { return nil }
    switch meaning {
    case .kind(let wanted)?: return kind == nil ? .kindUnknown(wanted.slug) : nil
    case .group?: return nil
    default: return .noCategory(word, nearest: content.category(nearestTo: word))
    }
  }

  func matches(_ entry: CategoryEntry) -> Bool {
    let isOfMeaning = kind.map(entry.kinds.contains) ?? false || entry.groups & groups != 0 || groups == .max
    guard word != nil else { return isOfMeaning }
    var isFound = false
    entry.forEachWord { word in
      guard !isFound, isKey ? word.count > folded.count : word.count >= folded.count else { return }
      let other = CategoryMatcher.folded(word)
      isFound = isKey ? other.starts(with: folded) : other == folded
    }
    // The tags of a place decide; a place without tags is judged by its kind.
    return isFound || isOfMeaning && !hasTag(entry)
  }

  /// Returns whether a place is of the kind in the query by another tag.
  private func hasTag(_ entry: CategoryEntry) -> Bool {
    var hasTag = false
    entry.forEachWord { word in
      guard !hasTag, word.contains(UInt8(ascii: "=")) else { return }
      let other = CategoryMatcher.folded(word)
      hasTag = tags.contains(other)
    }
    return hasTag
  }

  /// Folds a word for comparison: lower case, and `-` for a space or `_`.
  private static func folded(_ word: ByteView) -> [UInt8] {
    guard NameFolding.isPlain(word) else { return NameFolding.fold(word.text).map(dashed) }
    return word.array.map { dashed($0.lowered) }
  }

  private static func folded(_ word: String) -> [UInt8] { ByteView.over(Array(word.utf8), folded) }

  private static func dashed(_ byte: UInt8) -> UInt8 { byte == 0x20 || byte == 0x5F ? 0x2D : byte }
}

extension IndexHeader.FormatError {
  /// Whether the error means that a file is too old to know a kind.
  var isOfKind: Bool { if case .kindUnknown = self { true } else { false } }
}
