public import Domain
public import Tables

/// The rules for making places from rows.
public struct ImportRules: Sendable, Hashable {
  /// The category of every place, regardless of the file; `nil` to use the file's categories.
  public var forcedCategory: PlaceCategory?
  /// The minimum confidence of rows that have one, 0...1.
  public var minimumConfidence: Double?
  /// Whether to include closed places.
  public var includesClosed = false
  /// Whether to store the streets, rails, water and parks of OpenStreetMap files, for maps.
  public var includesGround = false

  /// The CRS of coordinates that aren't degrees; `nil` to use the CRS that the file names.
  public var crs: CoordinateReferenceSystem?
  /// The format of the inputs, as far as the caller knows it.
  public var format = TableFormat()
  /// The table columns that the caller named.
  public var columns = ColumnChoice()
  /// The attributes to store.
  public var attributes = AttributeChoice()
  /// The language of the displayed names, such as `ko`; `nil` for the local names.
  public var language: String?
  /// The services' names of kinds in category paths, which saved responses contain.
  package var pathNames: [Service.KindName] = []

  public init() {}
}
