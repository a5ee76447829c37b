import Domain

extension Provenance {
  /// The notice shown with the places: that they are fictional, or the attribution that the licence requires.
  var notice: String? { source == .sample ? "Fictional places of the bundled sample." : attribution }
}
