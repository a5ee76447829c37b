/// The places of one input while an index is built, merged among themselves alone.
///
/// What two inputs have in common is found when all of them are there, so that the same inputs make the same index
/// whenever each of them was read.
final class CollectedInput {
  /// The number of the input; `nil` when nobody said.
  let number: Int?
  var places = CollectedPlaces()

  init(_ number: Int?) {
    self.number = number
    places.input = number
  }
}
