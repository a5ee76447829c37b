import Domain

/// A source that was chosen, and the use cases over it.
struct OpenedSource: Sendable {
  let settings: SourceArguments
  let provider: any UseCaseProvider
}
