/// The environment of the program in tests.
public enum TestEnvironment {
  /// The variables that select a source.
  private static let choosing = ["PLACEFIND_SOURCE", "PLACEFIND_INDEX", "KAKAO_REST_API_KEY", "TOWN_KEY"]

  /// Adds a source to an environment, unless one of its variables already selects one.
  public static func withSource(_ source: String?, _ environment: [String: String]) -> [String: String] {
    guard let source, !choosing.contains(where: environment.keys.contains) else { return environment }
    return environment.merging(["PLACEFIND_SOURCE": source]) { given, _ in given }
  }
}
