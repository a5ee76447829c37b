import Domain

extension Service {
  /// Returns a message about requests that wait because the service is busy, or failed to respond usefully.
  func busySentence(_ wait: Duration) -> String {
    "\(title) is busy or failing. The next request is sent in \(TimeFormatter.wait(wait) ?? "a moment")."
  }
}
