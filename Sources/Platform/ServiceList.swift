extension ServiceSource {
  /// The services, in the order of the help: the one place where they are listed.
  ///
  /// The first that takes a key is the one that answers where no source is named.
  static let all: [ServiceSource] = [.kakao, .osm]
}
