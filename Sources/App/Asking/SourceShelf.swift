import Domain
import Synchronization

/// The use cases of the sources that a process has opened, each once.
///
/// Questions that choose the same source share them, and with them its pace, its budget and its connections. A class
/// with a lock, because questions overlap.
final class SourceShelf: Sendable {
  private struct Entry: Sendable {
    let options: SourceConfiguration
    let provider: any UseCaseProvider
  }

  private let entries = Mutex<[Entry]>([])

  /// The use cases over any source that is open; `nil` for none.
  var any: (any UseCaseProvider)? { entries.withLock { $0.first?.provider } }

  /// The use cases over a source, made when it is the first of its kind.
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
  /// The options without what makes no difference to the source that was chosen: how it was named, and what else would
  /// have been asked.
  fileprivate var essence: SourceConfiguration {
    guard case .service(let service) = route else { return options }
    var essence = options
    essence.choice = .service(service)
    essence.defaultIndexPath = nil
    return essence
  }
}
