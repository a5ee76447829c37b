/// What is set of one service.
public struct ServiceSettings: Sendable, Hashable {
  /// The key.
  public var key: APIKey?
  /// Its addresses, by the variables that name them; its own for those that are missing.
  public var addresses: [String: String] = [:]
  /// Whether it is the user's own instance, which may be asked at will; `nil` for those on this machine alone.
  public var ownsInstance: Bool?
  /// Requests per second of the whole process; 0 for no limit.
  public var requestsPerSecond = 10.0

  public init() {}

  /// Where one of the addresses of a service is.
  public func url(of address: Service.Address) -> String { addresses[address.variable] ?? address.url }

  /// Whether a service is asked that others use too, unless the user says otherwise: at any address beyond this
  /// machine, the only one that is asked by plain http.
  public func isPublic(_ service: Service) -> Bool {
    if let ownsInstance { return !ownsInstance }
    return service.addresses.contains { !url(of: $0).lowercased().hasPrefix("http://") }
  }
}

extension SourceConfiguration {
  /// What is set of a service.
  public subscript(service: Service) -> ServiceSettings {
    get { settings[service.name] ?? ServiceSettings() }
    set { settings[service.name] = newValue == ServiceSettings() ? nil : newValue }
  }
}
