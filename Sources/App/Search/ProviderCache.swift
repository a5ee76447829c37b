import Domain
import Synchronization

/// The use cases of the sources that a process has opened, each once.
///
/// Queries that choose the same source share them, and with them its pace, its budget and its connections. A class
/// with a lock, because queries overlap.
final class ProviderCache: Sendable {
  private struct Entry: Sendable {
    let configuration: SourceConfiguration
    let provider: any UseCaseProvider
  }

  private let entries = Mutex<[Entry]>([])
  /// The resolvers of a server, by the source that a call names.
  private let resolvers = Mutex<[(word: String, resolver: SourceResolver)]>([])

  /// The use cases over any source that is open; `nil` if none is open.
  var any: (any UseCaseProvider)? { entries.withLock { $0.first?.provider } }

  /// Returns the use cases over a source, made for the first query that chooses it.
  func provider(
    for configuration: SourceConfiguration,
    _ makeProvider: CommandEntry.ProviderMaker
  ) -> any UseCaseProvider {
    entries.withLock { entries in
      if let same = entries.first(where: { $0.configuration == configuration }) { return same.provider }
      let made = makeProvider(configuration)
      entries.append(Entry(configuration: configuration, provider: made))
      return made
    }
  }

  /// Returns the resolver of a source that a call names, made at the first such call.
  func resolver(naming word: String, _ make: () throws -> SourceResolver) throws -> SourceResolver {
    try resolvers.withLock { resolvers in
      if let same = resolvers.first(where: { $0.word == word }) { return same.resolver }
      let made = try make()
      resolvers.append((word, made))
      return made
    }
  }
}
