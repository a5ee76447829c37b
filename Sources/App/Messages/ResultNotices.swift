import Domain

/// The messages on standard error about a result.
struct ResultNotices: Sendable {
  let answer: Answer
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

  /// Passes the messages before the result to a closure.
  func beforehand(isVerbose: Bool, _ say: (Notice) -> Void) {
    if answer.droppedCount > 0 {
      say(
        "\(counted(answer.droppedCount, "place")) with a wrong distance, coordinate or category left out. Check the "
          + "address of the service, or a proxy in between."
      )
    }
    if let typed = answer.typedText, let text = query.text {
      say("No place has '\(typed.value)'. Searched for '\(text.value)'.")
    }
    for category in query.categories { meaning(of: category).map(say) }
    var mixture = KindMixture()
    mixture.count(answer.places, of: query.categories)
    mixture.notices(answer.provenance.source).forEach(say)
    answer.collection.undecidedNotice.map(say)
    // An empty result reports this at its end.
    if !answer.places.isEmpty, let sentence = answer.collection.absenceSentence { say(Notice(Message(sentence))) }
    if let reading = answer.provenance.reading { reading.notices.forEach(say) }
    if isVerbose {
      say(
        "\(answer.provenance.source.name) returned \(answer.places.count) of "
          + "\(answer.totalCount.map { counted($0, "place") } ?? "an unknown number of places") in "
          + "\(DurationParser.text(of: elapsed)) "
          + "with \(counted(answer.provenance.requests, "request"))"
          + (age.map { ", cached \($0) ago" } ?? "") + "."
      )
      if let attribution = answer.provenance.attribution { say(Notice(Message(attribution))) }
      if let time = answer.provenance.dataTime { say("Data of \(time).") }
    }
  }

  /// Explains a category that is narrower than a group, or that the service interprets differently.
  private func meaning(of category: PlaceCategory) -> Notice? {
    switch (category, category.meaning) {
    case (.kind(let kind), _):
      let group = answer.provenance.source.service.map { $0.group(of: kind) } ?? kind.group
      return group.map { "\(kind.slug) is a kind of \($0.slug). Use \(short: .category) \($0.slug) for every kind." }
    case (.source(let word), let meaning?):
      guard case .service(let service) = answer.provenance.source, service.key != nil else { return nil }
      return "\(service.name) has no category \(word) and searched for \(meaning.slug)."
    default: return nil
    }
  }

  /// The messages after the result: it is empty, places are missing, or there are more.
  ///
  /// - Parameters:
  ///   - reportsRest: Whether to mention places beyond the limit.
  ///   - reportsAge: Whether to mention the age of a cached result.
  ///   - omission: The columns and cells that didn't fit in the table.
  /// - Returns: The messages; empty if the result is as requested.
  func afterwards(reportsRest: Bool, reportsAge: Bool, omission: Table.Omission) -> [String] {
    let parts =
      missing(reportsRest: reportsRest, omission: omission) + (reportsAge ? [age.map { "Cached \($0) ago." }] : [])
    // Not `joined`, whose metadata would be instantiated at launch (Decisions).
    let line = parts.compactMap { $0 }.reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }
    return line.isEmpty ? [] : [line]
  }

  private func missing(reportsRest: Bool, omission: Table.Omission) -> [String?] {
    if findsNothing, answer.isComplete || answer.earlyEnd == nil {
      return [emptyAnswer.sentence.text]
    }
    if limit == .nothing { return [reportsRest ? countSentence : nil, answer.gap?.sentence.text] }
    if !answer.isComplete, isLessThanWanted { return [partialAnswer.sentence.text] }
    if answer.isNearest == false { return [partialAnswer.nearestSentence.text] }
    if let gap = answer.gap, answer.earlyEnd == nil, answer.isNearest == nil { return [gap.sentence.text] }
    let count = counted(places: answer.places.count, of: answer.totalCount, isComplete: false)
    let more =
      "\(count). Use \(Option.limit) all \(limit.page == nil ? "" : "in place of \(Option.page) ")for all of them."
    return [answer.isComplete || !reportsRest ? nil : more, omission.isNone ? nil : Self.sentence(for: omission)]
  }

  /// Whether nothing was found.
  ///
  /// If only the count was requested, an unknown count doesn't mean "nothing".
  var findsNothing: Bool {
    answer.places.isEmpty && (limit == .nothing ? answer.totalCount == 0 : answer.totalCount ?? 0 == 0)
  }

  /// The number of matching places, if only the count was requested.
  private var countSentence: String {
    guard let count = answer.totalCount else {
      return "The number of matching places is unknown. \(partialAnswer.advice.text)"
    }
    return counted(count, "place")
      + (answer.isComplete ? " in all." : ", as reported by the source.")
  }

  /// The age of a cached result; `nil` if it isn't cached.
  private var age: String? {
    answer.provenance.age.map { age in
      let seconds = age.components.seconds
      return seconds < 60 ? "\(seconds) s" : seconds < 3_600 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
    }
  }

  /// A sentence about the columns and cells that didn't fit in a narrow terminal, and how to see them.
  private static func sentence(for omission: Table.Omission) -> String {
    let columns = omission.columns
    let left = "\(columns.joined(separator: " and ")) \(columns.count == 1 ? "is" : "are") left out"
    let cut = "\(counted(omission.cutCells, "value")) \(omission.cutCells == 1 ? "is" : "are") cut"
    let parts = [columns.isEmpty ? nil : left, omission.cutCells == 0 ? nil : cut].compactMap(\.self)
    return "\(parts.joined(separator: " and ")) to fit the terminal. Use -f json for everything, or --fields to choose "
      + "columns."
  }

  /// The result as an empty result.
  var emptyAnswer: EmptyResult {
    EmptyResult(
      query: query,
      source: answer.provenance.source,
      gap: answer.gap,
      absent: answer.absent
    )
  }

  /// The missing places, and the reason.
  var partialAnswer: PartialResult {
    let isSpent = maximumRequests.map { answer.provenance.requests >= $0 } ?? false
    return PartialResult(
      answer.collection,
      maximumRequests: isSpent ? maximumRequests : nil,
      limit: limit
    )
  }

  /// Whether fewer places were found than requested, although more match.
  private var isLessThanWanted: Bool {
    guard limit.page == nil else { return answer.places.isEmpty }
    return limit.count.map { answer.places.count < $0 } ?? true
  }

  /// The query of the result.
  var query: PlaceQuery { answer.query }

  private var limit: PlaceLimit { query.limit }
}

extension PlaceCollection.Gap {
  /// The relation of the area to the data, to append to a count; `nil` for other reasons.
  var clause: String? { clause(in: .english) }

  func clause(in language: Language) -> String? { extent.map { "; \($0.text(language))" } }

  private var extent: Phrase? {
    switch self {
    case .beyondCoverage: .beyondData
    case .outsideCoverage, .beyondBounds: .outsideData
    case .undeclaredCoverage: .maybeBeyondData
    case .byWord, .groupsOnly, .beyondCategories, .kindUnknown, .unplaced, .cutShort: nil
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
    case .kindUnknown(let path, let kind):
      "\(path) was built by a placefind that did not know '\(kind.slug)', so its places are missing."
        + "\(terminal: " `placefind index build \(ShellWord.path(path)) -o NEW.pfx` brings it up to date.")"
    case .beyondBounds(let box): "The area is outside the places of the source, which are within \(box.edgeText)."
    case .unplaced(let count):
      "\(counted(count, "element")) of the source had no usable coordinate. Places may be missing."
    case .cutShort(let remark):
      "The service truncated the response of an input of the index (\(remark)). Places may be missing."
    case .groupsOnly: "The source lists places of the 18 groups only. Others are missing."
    }
  }
}
