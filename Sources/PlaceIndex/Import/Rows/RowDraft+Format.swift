import Domain
import Rows
import Tables

/// Encodes a draft for the index.
extension RowDraft {
  /// Returns whether a tag of an OpenStreetMap relation means that its members are an outline; exports leave it out.
  private func isOfShape(_ key: ByteView, _ value: ByteView) -> Bool {
    key.equals("type") && (value.equals("multipolygon") || value.equals("boundary"))
      && text(.placeText(.id)).isElementPath
  }

  /// Packs the attributes, sorted by key; call it before the row is written.
  mutating func gatherAttributes() {
    packedAttributes.removeAll()
    guard attributes.count > 0 else { return }
    combineHours()
    // Insertion sort, because there are few attributes, and they are mostly in order.
    for index in 1..<max(1, attributes.count) {
      let moved = attributes[index]
      var at = index
      while at > 0, view(of: moved.key).precedes(view(of: attributes[at - 1].key)) {
        attributes[at] = attributes[at - 1]
        at -= 1
      }
      attributes[at] = moved
    }
    for index in 0..<attributes.count where !attributes[index].isPartOfHours {
      let key = view(of: attributes[index].key)
      if index > 0, view(of: attributes[index - 1].key).equals(key) { continue }
      let value = RowFormat.cut(view(of: attributes[index].value))
      guard key.count > 0, !key.contains(0), !value.contains(0), !isOfShape(key, value) else { continue }
      packedAttributes.append(key)
      packedAttributes.append(0)
      packedAttributes.append(value)
      packedAttributes.append(0)
    }
  }
}

/// Decides and encodes the category of a place.
extension RowDraft {
  /// Returns the categories of the place, without its words: from the caller, the row, the name column, or the dataset.
  ///
  /// Mutating, like ``fields``: a function that only reads this large draft would get a copy of it.
  @inline(__always)
  mutating func finalCategories(_ plan: InputPlan, _ vocabulary: ImportVocabulary) -> CategoryEntry {
    var entry = CategoryEntry()
    func add(_ meaning: CategoryMeaning) {
      entry.groups |= meaning.groups
      if entry.shown == RowFormat.noGroup { entry.shown = meaning.group }
      entry.kinds.formUnion(meaning.kinds)
    }
    let found = categories.decided(vocabulary)
    if let forced = plan.forced {
      entry.kinds = found.kinds
      forced.apply(to: &entry, vocabulary)
      return entry
    }
    if let service = service ?? plan.service {
      add(service)
      // A place that serves food may have a narrower group. In a licence for snacks, 백화점 and 관광호텔 are the location of
      // the counter, not its category.
      if Self.foodGroups.contains(entry.shown), Self.foodGroups.contains(found.shown) {
        entry.shown = found.shown
        entry.groups = 1 << UInt32(found.shown)
      }
      entry.kinds.formUnion(found.kinds)
      entry.kinds = entry.kinds.intersection(vocabulary.kinds(ofGroups: entry.groups))
      return entry
    }
    let dataset = isOfDataset(plan) ? plan.datasetCategory : .none
    let title = categories.ofNameColumn.isNone ? dataset : categories.ofNameColumn
    entry.kinds = found.kinds
    // For libraries or hotels, 공공, 문화 and 관광 describe the operator or the purpose.
    let isAdjective = !title.isNone && found.kinds.isEmpty && found.groups & ~Self.adjectives == 0
    if !isAdjective {
      entry.groups = found.groups
      entry.shown = found.shown
    }
    if entry.groups == 0, !found.isOfNone { add(title) }
    // All places of the dataset have its kind, regardless of other columns.
    if !dataset.kinds.isEmpty { add(dataset) }
    // Metro elements have the tags of railways.
    if entry.groups & CategoryGroup.subway.bit != 0 { vocabulary.railwayStation.map { entry.kinds.remove($0) } }
    return entry
  }

  /// Returns whether the row is a place of the dataset's category, rather than a station or entrance among stops, or a
  /// platform of a station.
  private func isOfDataset(_ plan: InputPlan) -> Bool {
    guard plan.isOfStations else { return stopType == 0 }
    return stopType == 1 || stopType == 0 && !hasStation
  }

  private static let adjectives = [CategoryGroup.public, .culture, .attraction].reduce(0) { $0 | $1.bit }
  private static let foodGroups = [CategoryGroup.restaurant, .cafe, .convenience].map { UInt8($0.ordinal) }

  /// Encodes the category entry, and returns whether it names a category; the bytes are valid until the draft changes.
  @inline(__always)
  mutating func makeEntry(_ plan: InputPlan, _ vocabulary: ImportVocabulary) -> (bytes: ByteView, isNamed: Bool) {
    var category = finalCategories(plan, vocabulary)
    category.text = text(.placeText(.categoryPath))
    if let forced = plan.forced, !forced.text.isEmpty {
      words.append(category.text)
      return ByteView.over(forced.text) { text in
        category.text = text
        return write(category, isNamed: true)
      }
    }
    return write(category, isNamed: category.groups != 0 || !category.kinds.isEmpty)
  }

  private mutating func write(_ category: CategoryEntry, isNamed: Bool) -> (bytes: ByteView, isNamed: Bool) {
    var category = category
    category.words = words.view
    entry.removeAll()
    category.append(to: &entry)
    return (entry.window(0..<entry.count), isNamed)
  }
}
