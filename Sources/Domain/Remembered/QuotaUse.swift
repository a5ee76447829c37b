/// The calls of one kind that were counted on this machine.
public struct QuotaUse: Sendable, Hashable {
  /// The kind of request.
  public let call: Service.Call
  /// Calls today, by the day of the quota.
  public let today: Int
  /// Calls this month, by the days of the quota.
  public let month: Int

  public init(call: Service.Call, today: Int, month: Int) {
    self.call = call
    self.today = today
    self.month = month
  }
}

/// How much of a service's quota was used.
public struct QuotaReport: Sendable, Hashable {
  /// The service.
  public let service: Service
  /// The day of the quota, such as `2026-11-22`.
  public let day: String
  /// The use of each kind of request.
  public let uses: [QuotaUse]
  /// When the next day of the quota begins, in seconds since 1970-01-01 00:00 UTC.
  public let resetsAtSeconds: Int64
  /// The present moment, in seconds since 1970-01-01 00:00 UTC.
  public let nowSeconds: Int64

  public init(service: Service, day: String, uses: [QuotaUse], resetsAtSeconds: Int64, nowSeconds: Int64) {
    self.service = service
    self.day = day
    self.uses = uses
    self.resetsAtSeconds = resetsAtSeconds
    self.nowSeconds = nowSeconds
  }

  /// Calls this month, all kinds together.
  public var month: Int { uses.reduce(0) { $0 + $1.month } }

  /// Calls of a kind that are left today, within the month's quota too; never below 0, and `Int.max` for no bound.
  public func left(for call: Service.Call) -> Int {
    let used = uses.first { $0.call.name == call.name }?.today ?? 0
    let day = call.dailyAllowance.map { $0 - used } ?? .max
    return max(0, min(day, service.monthlyAllowance.map { $0 - month } ?? .max))
  }
}
