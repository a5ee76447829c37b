/// What completes a value or an operand in a shell, where it is no list of words that the option itself has.
enum Completion: String, Sendable {
  /// Nothing: a number, or a text of the user.
  case nothing
  case files
  /// Groups and kinds of places.
  case categories
  /// The names of kept positions.
  case positions
  /// The ids of saved places, also found by their names.
  case savedPlaces
  case commands
  /// The inputs of the default index.
  case inputs
}

/// The shells whose words can be completed; the raw value is the name.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
