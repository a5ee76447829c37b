/// The places of an input during a build, merged only among themselves; or the places of several inputs merged earlier.
///
/// Places in several inputs are detected once all inputs are complete, so the index doesn't depend on the order of
/// reading.
final class CollectedInput {
  /// The numbers of the inputs; empty if unknown.
  ///
  /// Category entries refer to inputs by their index in this array.
  private(set) var numbers: [Int]
  var places = CollectedPlaces()
  var ground = GroundCollector()

  init(_ numbers: [Int]) {
    self.numbers = numbers
    // New places belong to the first input.
    places.input = numbers.isEmpty ? nil : 0
  }

  /// Adds inputs whose places were already merged with the places here.
  func take(_ others: [Int]) { numbers += others }
}
