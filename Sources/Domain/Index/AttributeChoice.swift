/// The attributes of an input to store.
public struct AttributeChoice: Sendable, Hashable {
  /// The attributes to store by default.
  public enum Extent: Sendable, Hashable {
    case none
    /// Common attributes, such as opening hours, under OpenStreetMap's names.
    case usual
    /// The usual attributes, and every column that has no other meaning, under its own name.
    case all
  }

  public var extent = Extent.usual
  /// The names of further columns to store.
  public var keys: [String] = []

  public init() {}
}
