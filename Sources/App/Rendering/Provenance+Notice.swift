import Domain

extension Provenance {
  /// The notice shown next to the places: that they are fictional, or the one that the data's licence requires.
  var notice: String? { source == .sample ? "Fictional places of the bundled sample." : attribution }
}
