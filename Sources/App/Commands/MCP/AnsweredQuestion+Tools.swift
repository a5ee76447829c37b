import Domain

/// What an answer lacks, in the words of a program that asks again.
extension AnsweredQuestion {
  /// The place that the question names, with its point; `nil` for one that names none.
  var centerName: String? {
    let query = notices.asked.query
    guard let name = query.near, let center = query.area.center else { return nil }
    return "\(name) (\(QueryFormatter.text(of: center)))"
  }

  /// What is missing, and why.
  ///
  /// - Parameter limit: How many places were wanted; `nil` where places were only counted.
  /// - Returns: The sentence; `nil` if the result is complete.
  func missing(limit: Int?) -> String? {
    guard !answer.isComplete else { return nil }
    var parts: [String] = []
    if notices.findsNothing {
      parts.append(answer.earlyEnd == nil ? notices.emptyAnswer.sentence : notices.partialAnswer.sentence)
    } else if isCut(at: limit), answer.totalCount != nil || limit != 0 {
      parts.append(
        "\(counted(places: answer.places.count, of: answer.totalCount, isComplete: false)): limit is \(limit ?? 0)"
      )
    } else {
      parts.append(notices.partialAnswer.sentence)
    }
    if answer.isNearest == false, isCut(at: limit) || answer.earlyEnd != nil {
      parts.append("places nearer than these may be missing")
    }
    return ToolWording.text(of: parts.joined(separator: "; "))
  }

  /// Further notes for the caller: the meaning of the category, and what may find something.
  var note: String? {
    var parts = notices.beforehand(isVerbose: false, categoryOption: "the category ")
    if answer.isComplete, notices.findsNothing { parts.append(notices.emptyAnswer.sentence) }
    return parts.isEmpty ? nil : ToolWording.text(of: parts.joined(separator: "; "))
  }

  /// The query that was counted, such as `gas within 1 km of 37.4979,127.0276`.
  var countedQuery: String { QueryFormatter.sentence(of: notices.asked.query) }

  /// How to ask for less, where more places match than are given.
  func narrowing(limit: Int, most: Int) -> String? {
    guard answer.places.count < answer.totalCount ?? 0 else { return nil }
    let larger = limit < most ? ["a limit up to \(most)"] : []
    let query = notices.asked.query
    let ways =
      (query.area.radius == nil ? ["a smaller area"] : ["a smaller radius_m"])
      + (query.text == nil ? ["text"] : []) + (query.categories.isEmpty ? ["category"] : ["a narrower category"])
      + larger
    return "ask again with \(ways.dropLast().joined(separator: ", ")) or \(ways.last ?? "")"
  }

  /// Whether the limit alone left places out.
  private func isCut(at limit: Int?) -> Bool {
    answer.earlyEnd == nil && answer.gap == nil && answer.places.count == limit && !answer.isComplete
  }
}
