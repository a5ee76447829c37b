/// The user's settings for one service.
public struct ServiceSettings: Sendable, Hashable {
  public var key: APIKey?
  /// The addresses, by their environment variables; the default address if a variable is missing.
  public var addresses = Addresses()
  /// Whether the instance is the user's own, without rate limits; `nil` if only instances on this machine are.
  public var ownsInstance: Bool?
  /// The requests per second of the process; 0 for no limit.
  public var requestsPerSecond = 10.0

  public init() {}

  /// Addresses by their environment variables.
  ///
  /// An array: a dictionary's metadata would be instantiated at launch (Decisions).
  public struct Addresses: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
      let variable: String
      let address: String
    }

    private var entries: [Entry] = []

    public init() {}

    /// The address for a variable; `nil` for the service's default.
    public subscript(variable: String) -> String? {
      get { entries.first { $0.variable == variable }?.address }
      set {
        entries.removeAll { $0.variable == variable }
        if let newValue { entries.append(Entry(variable: variable, address: newValue)) }
      }
    }
  }

  /// Returns the URL of an address of the service.
  public func url(of address: Service.Address) -> String { addresses[address.variable] ?? address.url }

  /// Returns whether the service is a public instance.
  ///
  /// Unless the user says otherwise, every https address is public. Plain http is allowed only for this machine.
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
  /// The settings of a service.
  public subscript(service: Service) -> ServiceSettings {
    get { settings.first { $0.service == service.name }?.settings ?? ServiceSettings() }
    set {
      settings.removeAll { $0.service == service.name }
      guard newValue != ServiceSettings() else { return }
      settings.append(SettingsOfService(service: service.name, settings: newValue))
    }
  }
}
