import Domain

/// The kind of a place, or else the category of its source.
enum KindLabel: Sendable, Hashable {
  case kind(Kind)
  case source(String)

  init(of place: Place) {
    self = place.kind.map(KindLabel.kind) ?? .source(place.categoryPath ?? "")
  }

  /// Finds the label of a place that was found in a group, which may not be its first one.
  ///
  /// A place with two tags has one kind, which may be that of the tag for another group.
  init(of place: Place, in group: CategoryGroup) {
    let path = place.categoryPath ?? ""
    // A fast path, because most places have one tag, and reading the tags of groups takes longer than a query.
    if place.kind == nil, place.group == group, !path.contains(";") {
      self = .source(path)
      return
    }
    if let tag = group.plainTag, path.hasTag(tag) {
      self = .source(tag)
    } else if place.group == group {
      let isOther = place.kind?.group.map { $0 != group } ?? false
      if isOther, case .kind(let kind)? = PlaceCategory.source(path).meaning {
        self = .kind(kind)
      } else {
        self = isOther ? .source(path) : KindLabel(of: place)
      }
    } else {
      self = place.kind.flatMap { $0.group == group ? .kind($0) : nil } ?? .source("")
    }
  }

  /// The word for the label after `-c`.
  var word: String {
    switch self {
    case .kind(let kind): kind.slug
    case .source(let text): text.isEmpty ? "" : PlaceCategory.source(text).slug
    }
  }

  /// Returns the name of a kind, such as dentist, that the word of its group, such as hospital, doesn't mean.
  func otherName(in group: CategoryGroup) -> String? {
    switch self {
    case .kind(let kind):
      if kind.slug.split(separator: "-").contains(where: { $0 == group.slug }) { return nil }
      return group.plainKind == kind ? nil : kind.slug
    case .source(let text):
      // A path of categories equals no tag.
      if text.contains(">") { return nil }
      let value = text.isTag ? String(text.drop { $0 != "=" }.dropFirst()) : text
      // Most places have the group's own category, or one in Korean, and need no table of tags.
      if value.isEmpty || value == group.slug || value == group.code { return nil }
      if !text.isTag, value.utf8.contains(where: { $0 >= 0x80 }) { return nil }
      if group.plainTag?.hasSuffix("=\(value)") == true { return nil }
      return text.isTag || group.tags.contains { $0.hasSuffix("=\(value)") } ? value : nil
    }
  }
}

extension String {
  /// Whether the text is a tag of OpenStreetMap rather than a path of categories.
  var isTag: Bool { contains("=") && !contains(">") }

  /// Returns whether the text is a tag or contains its value in a list, as `amenity=cafe;bar` contains `amenity=bar`.
  fileprivate func hasTag(_ tag: String) -> Bool {
    if self == tag { return true }
    guard utf8.contains(UInt8(ascii: ";")), let sign = tag.firstIndex(of: "="), hasPrefix(tag[...sign]) else {
      return false
    }
    let value = tag[tag.index(after: sign)...]
    return dropFirst(tag.distance(from: tag.startIndex, to: sign) + 1).split(separator: ";").contains {
      $0.trimmed == value
    }
  }

  /// The value of a tag in words, `fire hydrant` for `emergency=fire_hydrant`, or the key of a value `yes`; any other
  /// text as it is.
  var tagWords: String {
    guard isTag, let sign = firstIndex(of: "=") else { return self }
    let value = self[index(after: sign)...]
    return (value == "yes" ? self[..<sign] : value).split(separator: "_").joined(separator: " ")
  }
}
