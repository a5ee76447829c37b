import Foundation

/// Reads the `Retry-After` header field (RFC 9110, 10.2.3): seconds, or a date.
enum RetryAfter {
  /// Returns the wait that the field requests.
  ///
  /// A date is compared with the server's clock, because this machine's clock may be wrong.
  ///
  /// - Parameters:
  ///   - field: The value of `Retry-After`.
  ///   - date: The value of `Date`; without it, the date is compared with this machine's clock.
  ///   - now: The time on this machine.
  /// - Returns: The wait, from 0 seconds to 68 years; `nil` if the field is neither a number nor an HTTP date.
  static func seconds(of field: String, date: String?, now: Date = Date()) -> Duration? {
    let field = field.trimmingCharacters(in: .whitespaces)
    if !field.isEmpty, field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int(field) ?? .max, Int(Int32.max)))
    }
    guard let until = time(field) else { return nil }
    let base = date.flatMap { time($0.trimmingCharacters(in: .whitespaces)) } ?? now
    return .seconds(min(max(0, until.timeIntervalSince(base).rounded(.up)), Double(Int32.max)))
  }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110, 5.6.7).
  private static func time(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text)
  }
}
