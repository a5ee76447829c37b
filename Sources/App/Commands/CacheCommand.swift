import Domain

extension Command {
  static let cache: Command = .init(
    "cache",
    CommandEntry(
      "show or clear the cache",
      usage: "placefind cache info|clear [options]",
      actions: CacheAction.allWords,
      operands: 1,
      isListing: true,
      changes: Occasion(actions: CacheAction.words(.clear)),
      examples: [
        ("placefind cache info", "the number of cached responses, and the folder"),
        ("placefind cache clear", "remove all cached responses"),
      ],
      run: CacheCommand.start
    )
  )
}

/// Describes or clears the cache of responses.
struct CacheCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let action = try arguments.action(CacheAction.self)
    let account = provider.account
    switch action {
    case .clear:
      let count = try await account.clearCache()
      say("removed \(counted(count, "answer"))")
    case .info:
      let output = try checkedOutput()
      let summary = try account.cache()
      try write(list: Self.listing(summary), to: output)
      if summary.path == nil { say("nothing is cached: neither HOME nor XDG_CACHE_HOME is set") }
    }
  }

  private static func listing(_ summary: CacheSummary) -> Listing {
    let seconds = Int(summary.lifetime / .seconds(1))
    return Listing(
      name: "cache",
      columns: [
        .init("path", "PATH", isFlexible: true), .init("answers", "ANSWERS"), .init("fresh_answers", "FRESH"),
        .init("bytes", "BYTES"), .init("maximum_bytes", "MAXIMUM"), .init("lifetime_s", "LIFETIME (s)"),
      ],
      records: [
        [
          .text(summary.path), .integer(summary.answers), .integer(summary.freshAnswers), .integer(summary.bytes),
          .integer(summary.maximumBytes), .integer(seconds),
        ]
      ],
      isSingle: true
    )
  }
}
