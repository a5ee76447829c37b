/// The environment of the program in tests.
public enum TestEnvironment {
  /// Variables that choose a source by themselves.
  private static let choosing = ["PLACEFIND_SOURCE", "PLACEFIND_INDEX", "KAKAO_REST_API_KEY", "TOWN_KEY"]

  /// An environment with a source, unless one of its variables chooses a source already.
  public static func withSource(_ source: String?, _ environment: [String: String]) -> [String: String] {
    guard let source, !choosing.contains(where: environment.keys.contains) else { return environment }
    return environment.merging(["PLACEFIND_SOURCE": source]) { given, _ in given }
  }
}
