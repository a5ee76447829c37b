import Domain

/// What is said of one or several inputs of an index: which places of their sources it holds in full.
struct CoverageClaim: Sendable, Hashable {
  /// The areas, of which one is enough; none where the inputs say nothing of any.
  let areas: [SearchArea]
  /// The only categories, as a user writes them; empty for all that the sources have.
  let categories: [String]

  /// What the inputs of an index say; of an index without inputs, what it says itself.
  ///
  /// Where some speak of areas, those that do not count no more: the index stands for these areas.
  static func all(of description: IndexDescription) -> [CoverageClaim] {
    guard !description.inputs.isEmpty else {
      return [CoverageClaim(areas: description.coverage, categories: description.coveredCategories)]
    }
    let claims = description.inputs.map { CoverageClaim(areas: $0.coverage, categories: $0.coveredCategories) }
    let ofAreas = claims.filter { !$0.areas.isEmpty }
    return ofAreas.isEmpty ? claims : ofAreas
  }
}

extension IndexDescription {
  /// Derives what holds of the whole from what holds of each input.
  ///
  /// What a file says of all inputs together holds of each of them.
  mutating func settle() {
    guard !inputs.isEmpty else { return }
    for number in inputs.indices {
      if inputs[number].coversBoxOfHeader {
        inputs[number].coverage = []
        inputs[number].isExtract = true
      }
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

  /// Adds the release of a part of the data; of two times, the span of both counts.
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
  /// Whether it is an extract of OpenStreetMap whose coverage is the rectangle in its header, as earlier versions took
  /// it: that surrounds the extract, and holds parts of its neighbours.
  fileprivate var coversBoxOfHeader: Bool {
    guard !isExtract, !isCoverageGiven, license == OpenStreetMapNotice.license, !coverage.isEmpty else { return false }
    return coverage.allSatisfy { if case .box = $0.shape { true } else { false } }
  }

  /// Adds to its notices.
  mutating func addNotice(attribution other: String?, license otherLicense: String?) {
    attribution = IndexInput.joined([attribution, other])
    license = IndexInput.joined([license, otherLicense])
  }

  /// Takes over what is said of the same input, read once more.
  ///
  /// An input says one list of areas and one of categories, and holds each of these in each of those: of two readings
  /// that differ in both, the second one's areas are left out.
  mutating func addClaim(of other: IndexInput) {
    addReleases(of: other)
    isExtract = isExtract || other.isExtract
    guard !coverage.isEmpty else {
      coveredCategories = other.coverage.isEmpty ? categories(inBoth: other) : other.coveredCategories
      coverage = other.coverage
      isCoverageGiven = other.isCoverageGiven
      return
    }
    // What says nothing of an area adds places, and takes nothing from it.
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

  /// The categories that both hold, so that neither lacks one of them; those of each where they have none in common.
  private func categories(inBoth other: IndexInput) -> [String] {
    func isOpen(_ words: [String]) -> Bool { words.isEmpty || words == [PlaceCategory.any.slug] }
    if isOpen(coveredCategories), !other.coveredCategories.isEmpty { return other.coveredCategories }
    if isOpen(other.coveredCategories) { return coveredCategories }
    let common = coveredCategories.filter(other.coveredCategories.contains)
    return common.isEmpty ? categories(withThoseOf: other) : common
  }

  /// Says what another one does.
  mutating func takeClaim(of other: IndexInput) {
    coverage = other.coverage
    isCoverageGiven = other.isCoverageGiven
    isExtract = other.isExtract
    coveredCategories = other.coveredCategories
    release = other.release
    latestRelease = other.latestRelease
  }

  /// The categories of both; none where one of them has all that its source has.
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
  /// Each element once, in the order of the first occurrences.
  fileprivate var withoutRepetition: [Element] {
    reduce(into: []) { found, element in if !found.contains(element) { found.append(element) } }
  }
}
