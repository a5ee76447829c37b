import Domain

/// Notes about a result for MCP clients.
extension SearchResult {
  /// The place that the query names, with its coordinate; `nil` if the query names none.
  var centerName: String? {
    let query = result.query
    guard let name = query.near, let center = query.area.center else { return nil }
    return "\(name) (\(center.decimalText))"
  }

  /// Explains what is missing.
  ///
  /// - Parameter limit: The requested number of places; `nil` if only the count was requested.
  /// - Returns: The sentence; `nil` if the result is complete.
  func missing(limit: Int?) -> String? {
    guard !result.isComplete else { return nil }
    var parts: [String] = []
    if notices.findsNothing {
      let sentence = result.earlyEnd == nil ? notices.emptyResult.sentence : notices.partialResult.sentence
      parts.append(sentence.agentText)
    } else if isCut(at: limit), result.totalCount != nil || limit != 0 {
      parts.append(
        "\(counted(places: result.places.count, of: result.totalCount)): limit is \(limit ?? 0)."
      )
    } else {
      parts.append(notices.partialResult.sentence.agentText)
    }
    if result.isNearest == false, isCut(at: limit) || result.earlyEnd != nil {
      parts.append("Places nearer than these may be missing.")
    }
    return parts.joined(separator: " ")
  }

  /// Notes for the caller: the meaning of the category, and what may find something.
  var note: String? {
    var parts: [String] = []
    notices.beforehand(isVerbose: false) { parts.append($0.agentText) }
    if result.isComplete, notices.findsNothing { parts.append(notices.emptyResult.sentence.agentText) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The counted query, such as `gas within 1 km of 37.4979,127.0276`.
  var countedQuery: String { result.query.sentence() }

  /// Advice for narrowing the query, if more places match than are returned; `nil` for a count.
  func narrowing(limit: Int, most: Int) -> String? {
    guard limit > 0, result.places.count < result.totalCount ?? 0 else { return nil }
    let larger = limit < most ? ["a limit of up to \(most)"] : []
    let query = result.query
    let ways =
      (query.area.radius == nil ? ["a smaller area"] : ["a smaller radius_m"])
      + (query.text == nil ? ["an additional text"] : [])
      + (query.categories.isEmpty ? ["a category"] : ["a narrower category"])
      + larger
    return "Search again with \(ways.dropLast().joined(separator: ", ")) or \(ways.last ?? "")."
  }

  /// Returns whether places are missing only because of the limit.
  private func isCut(at limit: Int?) -> Bool {
    result.earlyEnd == nil && result.gap == nil && result.places.count == limit && !result.isComplete
  }
}
