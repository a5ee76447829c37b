/// The version of this program.
public enum Version {
  /// The version as people write it.
  public static let current = "0.1.0"
}
