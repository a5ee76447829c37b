/// What a column can say about a row's query.
enum ColumnRole: Int, Sendable, Hashable, CaseIterable {
  case latitude, longitude, category, query, radius, limit, id
  /// Both coordinates in one text, where they have no columns of their own.
  case at

  /// Names of columns that play the role, the first one preferred.
  var names: [String] {
    switch self {
    case .latitude: ["lat", "latitude", "위도", "y"]
    case .longitude: ["lng", "lon", "longitude", "경도", "x"]
    case .category: ["category", "카테고리"]
    case .query: ["query", "검색어"]
    case .radius: ["radius", "반경"]
    case .limit: ["limit", "개수"]
    case .id: ["id"]
    case .at: ["at", "좌표"]
    }
  }
}
