/// The version of this program.
enum Version {
  /// The version as people write it.
  static let current = "0.1.0"
}
