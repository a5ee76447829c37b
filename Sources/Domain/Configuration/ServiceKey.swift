/// The key that a service requires.
public struct ServiceKey: Sendable, Hashable {
  /// The environment variable that holds the key.
  public let variable: String
  /// The service's term for the key, such as `REST API key`.
  public let term: String
  /// The owner of the key, such as `your Kakao app`.
  public let owner: String
  /// The words after which the service's messages repeat the key.
  public let echoMarks: [String]
  public init(variable: String, term: String, owner: String, echoMarks: [String] = []) {
    self.echoMarks = echoMarks
    self.variable = variable
    self.term = term
    self.owner = owner
  }
}
