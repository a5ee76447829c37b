import Domain

/// The messages on standard error about a result.
struct ResultNotices: Sendable {
  let result: PlaceResult
  /// The limit of `--max-requests`; `nil` if unlimited.
  let maximumRequests: Int?
  /// The duration of the search.
  let elapsed: Duration
  /// The services to suggest instead of the sample.
  let services: [Service]

  /// Explains the sample and how to get real places.
  ///
  /// Fits on one terminal line after the name of the program.
  static func sampleNotice(_ services: [Service]) -> Notice {
    "Fictional places of the bundled sample. For real ones: \(services.shortAdvice)."
  }

  /// Reports that a typing error was corrected.
  static func correction(of typed: SearchText, to text: SearchText) -> Notice {
    "No place has '\(typed.value)'. Searched for '\(text.value)'."
  }

  /// Passes the messages before the result to a closure.
  func beforehand(isVerbose: Bool, _ say: (Notice) -> Void) {
    result.collection.droppedNotice.map(say)
    if let typed = result.typedText, let text = query.text { say(Self.correction(of: typed, to: text)) }
    for category in query.categories { meaning(of: category).map(say) }
    var mixture = KindMixture()
    mixture.count(result.places, of: query.categories)
    mixture.notices(result.provenance.source).forEach(say)
    result.collection.undecidedNotice.map(say)
    // An empty result reports this at its end.
    if !result.places.isEmpty, let sentence = result.collection.absenceSentence { say(Notice(Message(sentence))) }
    if let reading = result.provenance.reading { reading.notices.forEach(say) }
    if isVerbose {
      say(
        "\(result.provenance.source.name) returned \(result.places.count) of "
          + "\(result.totalCount.map { counted($0, "place") } ?? "an unknown number of places") in "
          + "\(DurationParser.text(of: elapsed)) "
          + "with \(counted(result.provenance.requests, "request"))"
          + (age.map { ", cached \($0) ago" } ?? "") + "."
      )
      if let attribution = result.provenance.attribution { say(Notice(Message(attribution))) }
      if let time = result.provenance.dataTime { say("Data of \(time).") }
    }
  }

  /// Explains a category that is narrower than a group, or that the service interprets differently.
  private func meaning(of category: PlaceCategory) -> Notice? {
    switch (category, category.meaning) {
    case (.kind(let kind), _):
      let group = result.provenance.source.service.map { $0.group(of: kind) } ?? kind.group
      return group.map { "\(kind.slug) is a kind of \($0.slug). Use \(short: .category) \($0.slug) for every kind." }
    case (.source(let word), let meaning?):
      guard case .service(let service) = result.provenance.source, service.key != nil else { return nil }
      return "\(service.name) has no category \(word) and searched for \(meaning.slug)."
    default: return nil
    }
  }

  /// Returns the message after the result: it is empty, places are missing, or there are more.
  ///
  /// - Parameters:
  ///   - reportsRest: Whether to mention places beyond the limit.
  ///   - reportsAge: Whether to mention the age of a cached result.
  ///   - omission: The columns and cells that didn't fit in the table.
  /// - Returns: The message; `nil` if the result is as requested.
  func afterwards(reportsRest: Bool, reportsAge: Bool, omission: Table.Omission) -> String? {
    let parts =
      missing(reportsRest: reportsRest, omission: omission) + (reportsAge ? [age.map { "Cached \($0) ago." }] : [])
    // Not `joined`, whose metadata would be instantiated at launch (Decisions).
    let line = parts.compactMap { $0 }.reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }
    return line.isEmpty ? nil : line
  }

  private func missing(reportsRest: Bool, omission: Table.Omission) -> [String?] {
    if findsNothing, result.isComplete || result.earlyEnd == nil {
      return [emptyResult.sentence.text]
    }
    if limit == .nothing {
      return [reportsRest || result.earlyEnd != nil ? countSentence : nil, result.gap?.sentence.text]
    }
    if !result.isComplete, isLessThanWanted { return [partialResult.sentence.text] }
    // The number of places that are left out is already said.
    if result.isNearest == false, !result.mayLackUndecided { return [partialResult.nearestSentence.text] }
    if result.isNearest == nil {
      if result.earlyEnd != nil { return ["Places may be missing. \(partialResult.advice.text)"] }
      if let gap = result.gap { return [gap.sentence.text] }
    }
    let count = counted(places: result.places.count, of: result.totalCount)
    let more = "\(count). \(partialResult.everyPlace.text)"
    return [result.isComplete || !reportsRest ? nil : more, omission.isNone ? nil : Self.sentence(for: omission)]
  }

  /// Whether nothing was found.
  ///
  /// If only the count was requested, an unknown count doesn't mean "nothing".
  var findsNothing: Bool {
    result.places.isEmpty && (limit == .nothing ? result.totalCount == 0 : result.totalCount ?? 0 == 0)
  }

  /// The number of matching places, if only the count was requested.
  private var countSentence: String {
    guard let count = result.totalCount else {
      return "The number of matching places is unknown. \(partialResult.advice.text)"
    }
    return counted(count, "place")
      + (result.isComplete ? " in all." : ", as reported by the source.")
  }

  /// The age of a cached result; `nil` if it isn't cached.
  private var age: String? {
    result.provenance.age.map { age in
      let seconds = age.components.seconds
      return seconds < 60 ? "\(seconds) s" : seconds < 3_600 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
    }
  }

  /// Returns a sentence about the columns and cells that didn't fit in a narrow terminal, and how to see them.
  private static func sentence(for omission: Table.Omission) -> String {
    let columns = omission.columns
    let left = "\(columns.joined(separator: " and ")) \(columns.count == 1 ? "is" : "are") left out"
    let cut = "\(counted(omission.cutCells, "value")) \(omission.cutCells == 1 ? "is" : "are") cut"
    let parts = [columns.isEmpty ? nil : left, omission.cutCells == 0 ? nil : cut].compactMap(\.self)
    return "\(parts.joined(separator: " and ")) to fit the terminal. Use -f json for everything, or --fields to choose "
      + "columns."
  }

  /// The result as an empty result.
  var emptyResult: EmptyResult {
    EmptyResult(
      query: query,
      source: result.provenance.source,
      gap: result.gap,
      absent: result.absent,
      mayBeSwapped: result.mayBeSwapped
    )
  }

  /// The missing places, and the reason.
  var partialResult: PartialResult {
    let isSpent = maximumRequests.map { result.provenance.requests >= $0 } ?? false
    return PartialResult(
      result.collection,
      maximumRequests: isSpent ? maximumRequests : nil,
      limit: limit
    )
  }

  /// Whether fewer places were found than requested, although more match.
  private var isLessThanWanted: Bool {
    guard limit.page == nil else { return result.places.isEmpty }
    return limit.count.map { result.places.count < $0 } ?? true
  }

  var query: PlaceQuery { result.query }

  private var limit: PlaceLimit { query.limit }
}

extension PlaceCollection.Gap {
  /// The relation of the area to the data, to append to a count; `nil` for other reasons.
  func clause(in language: Language) -> String? { extent.map { "; \($0.text(language))" } }

  private var extent: Phrase? {
    switch self {
    case .beyondCoverage: .beyondData
    case .outsideCoverage, .beyondBounds: .outsideData
    case .undeclaredCoverage: .maybeBeyondData
    case .byWord, .groupsOnly, .beyondCategories, .untagged, .kindUnknown, .unplaced, .cutShort: nil
    }
  }

  var sentence: Message {
    switch self {
    case .byWord: "The source has no such category and searched for the word. Places without the word may be missing."
    case .beyondCoverage(let areas):
      "The area reaches beyond the coverage of the index (\(areas.map(\.coverageText).joined(separator: "; ")))."
    case .outsideCoverage(let areas):
      "The area is outside the coverage of the index (\(areas.map(\.coverageText).joined(separator: "; ")))."
    case .undeclaredCoverage(let path):
      "The coverage of the extract isn't declared.\(terminal: " Declare it with `\(InputPath(path).coverageCommand)`.")"
    case .beyondCategories([.any]):
      "The index is complete only for known groups and kinds. Other places may be missing."
    case .beyondCategories(let held):
      "The index is complete only for \(held.map(\.slug).joined(separator: ", ")). Other places may be missing."
    case .untagged(let kind): "OpenStreetMap has no tag for '\(kind.slug)', so places of this kind may be missing."
    case .kindUnknown(let path, let kind):
      "\(path) was built by an older placefind, which doesn't know '\(kind.slug)', so these places are missing."
        + "\(terminal: " `placefind index build \(ShellWord.path(path)) -o NEW.pfx` brings it up to date.")"
    case .beyondBounds(let boxes):
      """
      The area is outside the bounds of the source's places (\(boxes.map(\.edgeText).joined(separator: "; "))).
      """
    case .unplaced(let count):
      """
      \(count == 1 ? "1 row or element" : "\(count) rows or elements") of the source had no usable coordinate. Places \
      may be missing.
      """
    case .cutShort(let remark):
      "The service truncated the response of an input of the index (\(remark)). Places may be missing."
    case .groupsOnly: "The source lists places of the 18 groups only. Others are missing."
    }
  }
}
