/// A service's text for the time of its data, in UTC to the second, such as `2026-11-22T00:00:00Z`.
///
/// Sorting such texts sorts their times.
public enum DataTime {
  /// Returns a text if it is a time; `nil` for any other text.
  public static func read(_ text: String?) -> String? {
    guard let text, text.utf8.count == 20, text.hasSuffix("Z"), !text.contains(" "),
      LocalTime(String(text.dropLast())) != nil
    else { return nil }
    return text
  }
}
