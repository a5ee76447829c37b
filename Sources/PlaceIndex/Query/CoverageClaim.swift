import Domain

/// A declaration that an index contains all places of its source in some areas and categories.
struct CoverageClaim: Sendable, Hashable {
  /// The areas; empty if none are declared.
  let areas: [SearchArea]
  /// The only complete categories, as a user writes them; empty for all categories of the sources.
  let categories: [String]
  /// Whether the places are from OpenStreetMap, which has no tags for some kinds.
  let isOfOpenStreetMap: Bool

  private init(areas: [SearchArea], categories: [String], isExtract: Bool) {
    self.areas = areas
    self.categories = categories
    // Only a download from OpenStreetMap has a list of categories.
    isOfOpenStreetMap = isExtract || !categories.isEmpty
  }

  /// Returns the declarations of an index's inputs or, without inputs, of the index itself.
  ///
  /// If any input declares an area, inputs without an area are ignored.
  static func all(of description: IndexDescription) -> [CoverageClaim] {
    guard !description.inputs.isEmpty else {
      return [
        CoverageClaim(areas: description.coverage, categories: description.coveredCategories, isExtract: false)
      ]
    }
    let claims = description.inputs.map {
      CoverageClaim(areas: $0.coverage, categories: $0.coveredCategories, isExtract: $0.isExtract)
    }
    let ofAreas = claims.filter { !$0.areas.isEmpty }
    return ofAreas.isEmpty ? claims : ofAreas
  }
}

extension IndexDescription {
  /// Derives the properties of the whole index from its inputs.
  ///
  /// Declarations for all inputs together apply to each input.
  mutating func settle() {
    guard !inputs.isEmpty else { return }
    for number in inputs.indices {
      inputs[number].release = inputs[number].release ?? release
      inputs[number].latestRelease = inputs[number].latestRelease ?? latestRelease
      if !coverage.isEmpty { inputs[number].isCoverageGiven = true }
      inputs[number].coverage += coverage
      inputs[number].coveredCategories += coveredCategories
    }
    let claims = CoverageClaim.all(of: self)
    coverage = claims.flatMap(\.areas).withoutRepetition
    coveredCategories = claims.flatMap(\.categories).withoutRepetition
    release = nil
    latestRelease = nil
    for input in inputs { addRelease(input.release, until: input.latestRelease) }
  }

  /// Adds the release of a part of the data; two releases that are times become a range.
  mutating func addRelease(_ first: String?, until last: String?) {
    guard let own = release else {
      release = first
      latestRelease = last
      return
    }
    let times = [own, latestRelease, first, last].compactMap { DataTime.read($0) }
    guard DataTime.read(own) != nil, let earliest = times.min(), let latest = times.max(), earliest < latest else {
      return
    }
    release = earliest
    latestRelease = latest
  }
}

extension IndexInput {
  /// Adds to the attribution and licence.
  mutating func addNotice(attribution other: String?, license otherLicense: String?) {
    attribution = IndexInput.joined([attribution, other])
    license = IndexInput.joined([license, otherLicense])
  }

  /// Merges the declaration from another reading of the same input.
  ///
  /// An input has one list of areas and one of categories, and is complete for each category in each area. If two
  /// readings differ in both lists, the areas of the second reading are dropped.
  mutating func addClaim(of other: IndexInput) {
    addReleases(of: other)
    isExtract = isExtract || other.isExtract
    guard !coverage.isEmpty else {
      coveredCategories = other.coverage.isEmpty ? categories(inBoth: other) : other.coveredCategories
      coverage = other.coverage
      isCoverageGiven = other.isCoverageGiven
      return
    }
    // A reading without an area adds places and doesn't affect the area.
    guard !other.coverage.isEmpty else { return }
    if Set(coverage) == Set(other.coverage) {
      coveredCategories = categories(withThoseOf: other)
    } else if Set(coveredCategories) == Set(other.coveredCategories) {
      coverage = (coverage + other.coverage).withoutRepetition
    } else {
      return
    }
    isCoverageGiven = isCoverageGiven || other.isCoverageGiven
  }

  /// Returns the categories that are complete in both; the union if they have none in common.
  private func categories(inBoth other: IndexInput) -> [String] {
    func isOpen(_ words: [String]) -> Bool { words.isEmpty || words == [PlaceCategory.any.slug] }
    if isOpen(coveredCategories), !other.coveredCategories.isEmpty { return other.coveredCategories }
    if isOpen(other.coveredCategories) { return coveredCategories }
    let common = coveredCategories.filter(other.coveredCategories.contains)
    return common.isEmpty ? categories(withThoseOf: other) : common
  }

  /// Replaces the declaration with another input's declaration.
  mutating func takeClaim(of other: IndexInput) {
    coverage = other.coverage
    isCoverageGiven = other.isCoverageGiven
    isExtract = other.isExtract
    coveredCategories = other.coveredCategories
    release = other.release
    latestRelease = other.latestRelease
  }

  /// Returns the union of both inputs' categories; empty if one of them is complete for all categories.
  private func categories(withThoseOf other: IndexInput) -> [String] {
    guard !coveredCategories.isEmpty, !other.coveredCategories.isEmpty else { return [] }
    return (coveredCategories + other.coveredCategories).withoutRepetition
  }

  private mutating func addReleases(of other: IndexInput) {
    guard release != nil else {
      release = other.release
      latestRelease = other.latestRelease
      return
    }
    var whole = IndexDescription()
    whole.addRelease(release, until: latestRelease)
    whole.addRelease(other.release, until: other.latestRelease)
    release = whole.release
    latestRelease = whole.latestRelease
  }
}

extension Array where Element: Equatable {
  /// The elements without repetitions, in the order of their first occurrences.
  fileprivate var withoutRepetition: [Element] {
    reduce(into: []) { found, element in if !found.contains(element) { found.append(element) } }
  }
}
