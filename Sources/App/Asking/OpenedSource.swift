import Domain

/// A selected source and its use cases.
struct OpenedSource: Sendable {
  let settings: SourceArguments
  let provider: any UseCaseProvider
}
