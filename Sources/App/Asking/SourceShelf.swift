import Domain
import Synchronization

/// The use cases of all sources that a process has opened, each once.
///
/// Queries with the same source share its pace, budget and connections. A lock, because queries overlap.
final class SourceShelf: Sendable {
  private struct Entry: Sendable {
    let options: SourceConfiguration
    let provider: any UseCaseProvider
  }

  private let entries = Mutex<[Entry]>([])

  /// The use cases of any open source; `nil` if there is none.
  var any: (any UseCaseProvider)? { entries.withLock { $0.first?.provider } }

  /// The use cases of a source, made if it isn't open yet.
  func provider(
    for settings: SourceArguments,
    _ makeProvider: CommandEntry.ProviderMaker
  ) -> any UseCaseProvider {
    entries.withLock { entries in
      let options = settings.essence
      if let same = entries.first(where: { $0.options == options }) { return same.provider }
      let made = makeProvider(settings.options)
      entries.append(Entry(options: options, provider: made))
      return made
    }
  }
}

extension SourceArguments {
  /// The options that matter to the selected source, without how it was named and what else might have been selected.
  fileprivate var essence: SourceConfiguration {
    guard case .service(let service) = route else { return options }
    var essence = options
    essence.choice = .service(service)
    essence.defaultIndexPath = nil
    return essence
  }
}
