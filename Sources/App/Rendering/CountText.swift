import Domain

extension Int {
  /// The number with thousands separators, for people.
  var groupedText: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}

/// Returns the number of places of an incomplete result in English, as by ``Phrase/count(of:total:isComplete:in:)``.
func counted(places: Int, of total: Int?) -> String {
  Phrase.count(of: places, total: total, isComplete: false, in: .english)
}

/// Returns a number with its noun, in the plural if needed: `1 query`, `2 queries`.
func counted(_ number: Int, _ noun: String) -> String {
  guard number != 1 else { return "1 \(noun)" }
  return noun.hasSuffix("ry") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
}

/// Returns the beginning of a sentence that lists things: `The column is id`, `The columns are id, name`.
func listed(_ noun: String, _ things: [String]) -> String {
  "The \(noun)\(things.count == 1 ? " is" : "s are") \(things.joined(separator: ", "))"
}

extension SearchCost {
  /// The likely number of places per square kilometre as text: `1 to 20`.
  static var densityText: String { "\(placesPerSquareKilometer.lowerBound) to \(placesPerSquareKilometer.upperBound)" }
}
