/// The key that a service needs.
public struct ServiceKey: Sendable, Hashable {
  /// The environment variable that holds it.
  public let variable: String
  /// The service's term for it, such as `REST API key`.
  public let term: String
  /// What it belongs to, such as `your Kakao app`.
  public let owner: String
  /// The words after which the service's messages hold a key.
  public let echoMarks: [String]
  public init(variable: String, term: String, owner: String, echoMarks: [String] = []) {
    self.echoMarks = echoMarks
    self.variable = variable
    self.term = term
    self.owner = owner
  }
}
