public import Domain

/// The rules by which rows become places.
public struct ImportRules: Sendable, Hashable {
  /// The category of every place, regardless of the file; `nil` to use those of the file.
  public var forcedCategory: PlaceCategory?
  /// The minimum confidence of rows that have one, 0...1.
  public var minimumConfidence: Double?
  /// Whether closed places are kept.
  public var includesClosed = false

  /// The grid of coordinates that are not degrees; `nil` to use the one that the file names.
  public var grid: CoordinateReferenceSystem?
  /// The columns of tables that the caller named.
  public var columns = ColumnChoice()
  /// Which further facts of rows are kept.
  public var attributes = AttributeChoice()
  /// The language of the displayed names, such as `ko`; `nil` for the local names.
  public var language: String?
  /// What the services call kinds in the paths of their answers, which files of such answers have.
  package var pathNames: [Service.KindName] = []

  public init() {}
}
