/// Which further facts of the rows of an input are kept, beside what every place may have.
public struct AttributeChoice: Sendable, Hashable {
  /// How much is kept without being named.
  public enum Extent: Sendable, Hashable {
    case none
    /// Those that most people ask for, such as opening hours, under OpenStreetMap's names.
    case usual
    /// Also every other column that says nothing else of a place, under its own name.
    case all
  }

  public var extent = Extent.usual
  /// The columns that are kept in any case, by their names.
  public var keys: [String] = []

  public init() {}
}
