import Domain

extension Service {
  /// A message about requests that wait because the service is busy.
  func busySentence(_ wait: Duration) -> String {
    "\(title) is busy. The next request is sent in \(TimeFormatter.wait(wait) ?? "a moment")."
  }
}
