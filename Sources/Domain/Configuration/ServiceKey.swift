/// The key that a service requires.
public struct ServiceKey: Sendable, Hashable {
  /// The environment variable that holds the key.
  public let variable: String
  /// The service's term for the key, such as `REST API key`.
  public let term: String
  /// The owner of the key, such as `your Kakao app`.
  public let owner: String

  public init(variable: String, term: String, owner: String) {
    self.variable = variable
    self.term = term
    self.owner = owner
  }
}
