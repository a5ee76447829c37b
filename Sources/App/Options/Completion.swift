/// The completion of a value or operand in a shell, unless the option has a fixed list of words.
enum Completion: String, Sendable {
  /// No completion: a number or free text.
  case nothing
  case files
  /// Groups and kinds of places.
  case categories
  /// The names of saved locations.
  case savedLocations
  /// The ids of saved places, which are also found by name.
  case savedPlaces
  case commands
  /// The inputs of the default index.
  case inputs
}

/// A shell with completions; the raw value is its name.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
