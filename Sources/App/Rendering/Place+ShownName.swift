import Domain

extension Place {
  /// The name, or the category of an unnamed place; empty for an address, which has neither.
  var shownName: String {
    if let name { return name }
    let category = kind?.slug ?? group?.slug ?? categoryPath
    return category.map { "\($0), no name" } ?? (id.isEmpty ? "" : "place, no name")
  }
}
