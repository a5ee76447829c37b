/// The part of a place that matches a text, best first; a better match excludes worse ones.
package enum TextMatch: Comparable, Sendable {
  case name
  /// The name, with other spaces than in the text.
  case looseName
  /// A name that equals some words of a text without a number, and an address that contains the other words.
  case wholeNameAndAddress
  case address
  /// A name that contains some words of the text, and an address that contains the other words.
  case nameAndAddress
}
