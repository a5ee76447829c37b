import Domain

extension Service {
  /// Returns a message about requests that wait because the service is busy.
  func busySentence(_ wait: Duration) -> String {
    "\(title) is busy. The next request is sent in \(TimeFormatter.wait(wait) ?? "a moment")."
  }
}
