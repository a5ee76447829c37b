public import Domain

/// What becomes a place when files are read.
public struct ImportRules: Sendable, Hashable {
  /// The group of every place, whatever the file says; `nil` to go by the file.
  public var forcedGroup: CategoryGroup?
  /// The least confidence of a row that gives one, 0...1.
  public var minimumConfidence: Double?
  /// Whether places that are closed are kept.
  public var includesClosed = false

  /// The grid of coordinates that are not degrees; `nil` to go by the file.
  public var grid: MapGrid?
  /// The columns of tables that the caller named.
  public var columns = ColumnChoice()
  /// The language of the names that are shown, such as `ko`; `nil` for the local ones.
  public var language: String?

  /// Makes rules with every default.
  public init() {}
}
