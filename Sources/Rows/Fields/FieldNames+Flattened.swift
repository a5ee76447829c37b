import Domain

/// Titles of tables that programs made from objects: `properties.name`, `tags/amenity`, `address.city`.
extension FieldNames {
  /// The separators of the name of an object and the name of its member.
  private static let separators: [Character] = [".", "/"]
  /// The beginnings of the titles of a feature's geometry.
  private static let geometries = separators.map { "geometry\($0)" }
  /// The table of names without other columns.
  private static let ofColumns = {
    var names = FieldNames()
    names.kind = .columns
    return names
  }()

  /// Returns titles without the names of objects that contain properties or tags, or parts of an address.
  ///
  /// A title stays as it is if another title would be equal.
  static func plainTitles(of titles: [String]) -> [String] {
    let members = titles.map { memberAfterMark($0) }
    let isMarked = members.count { $0 != nil } > 1
    let isOfFeatures = titles.contains { title in geometries.contains { title.hasPrefix($0) } }
    // The `type` of a feature isn't the kind of the place.
    let titles = titles.map { isOfFeatures && $0 == "type" ? "feature.type" : $0 }
    let shortened = zip(titles, members).map { title, member in
      plainTitle(of: title) ?? (isMarked ? member : nil) ?? title
    }
    guard shortened != titles else { return titles }
    let counts = Dictionary(shortened.map { ($0, 1) }, uniquingKeysWith: +)
    let all = Set(titles)
    return zip(titles, shortened).map { title, short in
      title == short || all.contains(short) || counts[short] != 1 ? title : short
    }
  }

  /// Returns the title of a member without the objects that contain it; `nil` if there are none.
  private static func plainTitle(of title: String) -> String? {
    var rest = title[...]
    while let end = rest.firstIndex(where: separators.contains) {
      let member = rest[rest.index(after: end)...]
      guard !member.isEmpty, isContainer(rest[..<end], holds: String(member), as: title) else { break }
      rest = member
    }
    return rest.count == title.count ? nil : String(rest)
  }

  /// Returns whether a word is the name of an object with properties or tags, or with a part of the address.
  private static func isContainer(_ name: Substring, holds member: String, as title: String) -> Bool {
    let meanings = table.meanings(ofWhole: ColumnName(String(name)).letters)
    guard !meanings.isEmpty else { return false }
    if meanings.contains(where: { $0.field == .nested }) { return true }
    let mayHoldAddress = meanings.contains { meaning in
      switch meaning.field {
      case .addresses, .anyAddress, .contact, .coordinate, .placeText(.lotAddress): true
      default: false
      }
    }
    return mayHoldAddress && ofColumns.entry(of: title) == nil
      && ofColumns.entry(of: member)?.field.isPartOfAddress == true
  }

  /// Returns the known name after an object with properties or tags and an underscore: `name` for `tags_name`.
  ///
  /// A single such title may mean something else.
  private static func memberAfterMark(_ title: String) -> String? {
    guard let end = title.firstIndex(of: "_") else { return nil }
    let meanings = table.meanings(ofWhole: title[..<end].lowercased())
    let isObject = meanings.contains { $0.field == .nested && $0.only == nil }
    guard isObject, ofColumns.entry(of: title) == nil else { return nil }
    let member = String(title[end...].drop { $0 == "_" })
    return ofColumns.entry(of: member) == nil ? nil : member
  }
}
