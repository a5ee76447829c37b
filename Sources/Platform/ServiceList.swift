extension ServiceSource {
  /// All services, in the order of the help.
  ///
  /// The first one with a key is the default if no source is named.
  static let all: [ServiceSource] = [.kakao, .osm]
}
