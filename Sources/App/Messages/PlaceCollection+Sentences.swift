import Domain

extension PlaceCollection {
  /// A sentence about the categories that the source lacks; `nil` if it has all of them.
  var absenceSentence: String? { Self.absence(of: absent, from: provenance.source) }

  /// Returns a sentence saying that a source has no places of some categories; `nil` if the list is empty.
  static func absence(of categories: [PlaceCategory], from source: Source) -> String? {
    categories.isEmpty
      ? nil : "The \(source.name) has no \(categories.map(\.slug).joined(separator: " and no "))."
  }

  /// A sentence about the places that the query leaves out because a value is unknown; `nil` if there are none.
  var undecidedSentence: String? {
    undecidedCount == 0
      ? nil
      : "\(counted(undecidedCount, "place")) with unknown opening hours \(undecidedCount == 1 ? "is" : "are") left out."
  }

  /// A notice about the places that the query leaves out because a value is unknown; `nil` if there are none.
  var undecidedNotice: Notice? {
    undecidedSentence.map { "\($0) Use \(.openUnknown) to include \(undecidedCount == 1 ? "it" : "them")." }
  }
}
