/// Writes numbers for a person.
enum NumberGrouping {
  /// The number with a comma between thousands.
  static func text(of number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// A time in the unit that fits: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
  static func time(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e10 else { return "years" }
    let whole = Int(seconds.rounded(.up))
    return switch whole {
    case ..<60: "\(whole) s"
    case ..<3_600: "\(whole / 60) min \(whole % 60) s"
    case ..<86_400: "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: "\(whole / 86_400) d \(whole / 3_600 % 24) h"
    }
  }
}
