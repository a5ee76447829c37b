/// The columns of a table that its reader named because their titles do not tell.
public struct ColumnChoice: Sendable, Hashable {
  /// The column of ids.
  public var id: String?
  /// The column of names.
  public var name: String?
  /// The column of kinds of place.
  public var category: String?
  /// The column of latitudes, or of northings.
  public var latitude: String?
  /// The column of longitudes, or of eastings.
  public var longitude: String?

  /// Makes a choice of nothing.
  public init() {}
}
