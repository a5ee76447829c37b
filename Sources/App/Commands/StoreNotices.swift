import Domain

/// Tells what could not be kept or read on this machine: what somebody should look after, in one line; the rest to the
/// verbose.
struct StoreNotices: Sendable {
  /// Who knows.
  let provider: any UseCaseProvider
  /// What is wanted on standard error.
  let messages: Arguments.Messages

  /// Says it, unless only errors are wanted.
  func say(in world: World) {
    guard !messages.isQuiet else { return }
    let errors = provider.makeReportStoreErrorsUseCase().storeErrors().filter {
      messages.isVerbose || $0.needsAttention
    }
    let sentences = errors.map(ErrorReport.sentence)
    let console = Console(world: world)
    guard !messages.isVerbose, let first = sentences.first else { return sentences.forEach(console.say) }
    let others = sentences.count - 1
    console.say(others == 0 ? first : "\(first) (\(counted(others, "other file")) could not be used; see --verbose)")
  }
}
