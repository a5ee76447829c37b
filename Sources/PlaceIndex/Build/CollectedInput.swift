/// The places of one input while an index is built, merged among themselves alone; or of several inputs that were
/// merged before.
///
/// What two inputs have in common is found when all of them are there, so that the same inputs make the same index
/// whenever each of them was read.
final class CollectedInput {
  /// The numbers of its inputs; none when nobody said.
  ///
  /// Entries of categories name the inputs by their places here.
  private(set) var numbers: [Int]
  var places = CollectedPlaces()

  init(_ numbers: [Int]) {
    self.numbers = numbers
    // What is read anew is of the first.
    places.input = numbers.isEmpty ? nil : 0
  }

  /// Takes further inputs, whose places were merged with those of its own before.
  func take(_ others: [Int]) { numbers += others }
}
