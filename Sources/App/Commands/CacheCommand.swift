import Domain

extension Command {
  static let cache: Command = .init(
    "cache",
    actions: { [.cacheInfo, .cacheClear] },
    CommandEntry("show or clear the cache", operands: 1)
  )

  static let cacheInfo: Command = .init(
    "cache info",
    CommandEntry(
      "show the number of cached responses, and the directory",
      usage: "placefind cache info [options]",
      operands: 1,
      prints: .list,
      examples: [
        ("placefind cache info", "the number of cached responses, and the directory")
      ],
      run: CacheCommand.starting { try $0.show() }
    )
  )

  static let cacheClear: Command = .init(
    "cache clear",
    CommandEntry(
      "remove all cached responses",
      usage: "placefind cache clear [options]",
      operands: 1,
      examples: [
        ("placefind cache clear", "remove all cached responses")
      ],
      run: CacheCommand.starting { try await $0.clear() }
    )
  )
}

/// Describes or clears the cache of responses.
struct CacheCommand: RunnableCommand {
  let context: CommandContext

  func clear() async throws {
    let count = try await provider.account.clearCache()
    say("Removed \(counted(count, "cached response")).")
  }

  func show() throws {
    let output = try checkedOutput()
    let summary = try provider.account.cache()
    try write(list: Self.listing(summary), to: output)
    if summary.path == nil { say("Nothing is cached: neither HOME nor XDG_CACHE_HOME is set.") }
  }

  private static func listing(_ summary: CacheSummary) -> Listing {
    Listing(
      "cache",
      of: [summary],
      [
        .init("path", "PATH", isFlexible: true) { .text($0.path) },
        .init("responses", "RESPONSES") { .integer($0.responses) },
        .init("fresh_responses", "FRESH") { .integer($0.freshResponses) },
        .init("bytes", "BYTES") { .integer($0.bytes) },
        .init("maximum_bytes", "MAXIMUM") { .integer($0.maximumBytes) },
        .init("lifetime_s", "LIFETIME (s)") { .integer(Int($0.lifetime / .seconds(1))) },
      ],
      isSingle: true
    )
  }
}
