/// What is set of one service.
public struct ServiceSettings: Sendable, Hashable {
  /// The key.
  public var key: APIKey?
  /// Its addresses, by the variables that name them; its own for those that are missing.
  public var addresses = Addresses()
  /// Whether it is the user's own instance, which may be asked at will; `nil` for those on this machine alone.
  public var ownsInstance: Bool?
  /// Requests per second of the whole process; 0 for no limit.
  public var requestsPerSecond = 10.0

  public init() {}

  /// Addresses by the variables that name them: a list, because the type of a dictionary takes as long to make as a
  /// twelfth of a query.
  public struct Addresses: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
      let variable: String
      let address: String
    }

    private var entries: [Entry] = []

    public init() {}

    /// The address that a variable names; `nil` for the service's own.
    public subscript(variable: String) -> String? {
      get { entries.first { $0.variable == variable }?.address }
      set {
        entries.removeAll { $0.variable == variable }
        if let newValue { entries.append(Entry(variable: variable, address: newValue)) }
      }
    }
  }

  /// Where one of the addresses of a service is.
  public func url(of address: Service.Address) -> String { addresses[address.variable] ?? address.url }

  /// Whether a service is asked that others use too, unless the user says otherwise: at any address beyond this
  /// machine, the only one that is asked by plain http.
  public func isPublic(_ service: Service) -> Bool {
    if let ownsInstance { return !ownsInstance }
    return service.addresses.contains { !url(of: $0).lowercased().hasPrefix("http://") }
  }
}

/// The settings of a service, with its name.
struct SettingsOfService: Sendable, Hashable {
  let service: String
  let settings: ServiceSettings
}

extension SourceConfiguration {
  /// What is set of a service.
  public subscript(service: Service) -> ServiceSettings {
    get { settings.first { $0.service == service.name }?.settings ?? ServiceSettings() }
    set {
      settings.removeAll { $0.service == service.name }
      guard newValue != ServiceSettings() else { return }
      settings.append(SettingsOfService(service: service.name, settings: newValue))
    }
  }
}
