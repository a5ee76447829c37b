import Domain

/// Errors about a tool call, with advice for the caller.
extension Failure {
  /// Reports a query without a location.
  static var placeMissing: Failure {
    Failure(.usage, "No place was given: name lat and lng, or near with a place or an address.")
  }

  /// A search that needs more requests than a call may send.
  static func callTooLarge(expected: Int, allowed: Int) -> Failure {
    Failure(
      .usage,
      "The search is expected to send about \(expected.groupedText) requests, and a call sends at most "
        + "\(allowed.groupedText). Search a smaller area."
    )
  }

  static func argumentMissing(_ name: String) -> Failure { Failure(.usage, "The argument \(name) is missing.") }

  static func unknownArgument(_ name: String, nearest: String?, known: [String]) -> Failure {
    Failure(
      .usage,
      "There is no argument '\(String(name.prefix(60)))'\(guess(nearest)) The tool takes \(known.joined(separator: ", "))."
    )
  }

  static func placeUnknown(_ id: String) -> Failure {
    Failure(
      .placeNotFound,
      "No index and no saved place has the id '\(String(id.prefix(60)))'; ask find_places with the name of the place."
    )
  }

  /// Reports an option that reads standard input, which the MCP server uses.
  static func inputIsTaken(by option: Option) -> Failure {
    Failure(
      .usage,
      "`placefind mcp` reads requests from standard input, so \(option) - can't be used. Pass a file."
    )
  }
}
