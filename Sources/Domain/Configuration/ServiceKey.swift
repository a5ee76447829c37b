/// The key that a service needs, and what to tell someone whose key it refuses.
public struct ServiceKey: Sendable, Hashable {
  /// What to do about a refusal.
  public struct Advice: Sendable, Hashable {
    /// The HTTP status that it is for; `nil` for every one.
    public let status: Int?
    /// The service's code that it is for; `nil` for every one.
    public let code: Int?
    /// The sentence.
    public let sentence: String

    public init(status: Int? = nil, code: Int? = nil, _ sentence: String) {
      self.status = status
      self.code = code
      self.sentence = sentence
    }
  }

  /// The environment variable that holds it.
  public let variable: String
  /// The service's term for it, such as `REST API key`.
  public let term: String
  /// What it belongs to, such as `your Kakao app`.
  public let owner: String
  /// The words after which the service's messages hold a key.
  public let echoMarks: [String]
  /// What to do about a refusal: the first that fits counts, and the last one fits every refusal.
  public let advice: [Advice]

  public init(variable: String, term: String, owner: String, echoMarks: [String] = [], advice: [Advice]) {
    self.echoMarks = echoMarks
    self.variable = variable
    self.term = term
    self.owner = owner
    self.advice = advice
  }

  /// What to do when the key is refused with a status and the service's own code.
  public func advice(status: Int, code: Int?) -> String? {
    advice.first { ($0.status ?? status) == status && ($0.code ?? code) == code }?.sentence
  }
}
