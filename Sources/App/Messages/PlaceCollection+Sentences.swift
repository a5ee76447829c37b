import Domain

extension PlaceCollection {
  /// A sentence about the categories that the source lacks; `nil` if it has all of them.
  var absenceSentence: String? { Self.absence(of: absent, from: provenance.source) }

  /// Returns a sentence saying that a source has no places of some categories; `nil` if the list is empty.
  static func absence(of categories: [PlaceCategory], from source: Source) -> String? {
    categories.isEmpty
      ? nil : "The \(source.name) has no \(categories.map(\.slug).joined(separator: " and no "))."
  }

  /// A notice about the places of a response that don't match the query; `nil` if there are none.
  var droppedNotice: Notice? {
    droppedSentence.map { "\($0) Check the address of the service, or a proxy in between." }
  }

  /// A sentence about the places of a response that don't match the query; `nil` if there are none.
  var droppedSentence: Message? {
    guard droppedCount > 0 else { return nil }
    let verb = droppedCount == 1 ? "is" : "are"
    return "\(counted(droppedCount, "place")) with a wrong distance, coordinate or category \(verb) left out."
  }

  /// Returns a clause about the places that the query leaves out because a value is unknown; `nil` if there are none.
  func undecidedClause(in language: Language) -> String? {
    guard undecidedCount > 0 else { return nil }
    return Phrase.unknownHours.text(language, Phrase.count(of: undecidedCount, in: language))
  }

  /// A notice about the places that the query leaves out because a value is unknown; `nil` if there are none.
  var undecidedNotice: Notice? {
    guard undecidedCount > 0 else { return nil }
    let (verb, pronoun) = undecidedCount == 1 ? ("is", "it") : ("are", "them")
    return """
      \(counted(undecidedCount, "place")) with unknown opening hours \(verb) left out. \
      Use \(.openUnknown) to include \(pronoun).
      """
  }
}
