/// The number of requests of one kind that this machine has counted.
public struct QuotaUse: Sendable, Hashable {
  public let call: Service.Call
  /// The requests on the current quota day.
  public let today: Int
  /// The requests in the current month of quota days.
  public let month: Int

  public init(call: Service.Call, today: Int, month: Int) {
    self.call = call
    self.today = today
    self.month = month
  }
}

/// The used part of a service's quota.
public struct QuotaReport: Sendable, Hashable {
  public let service: Service
  /// The quota day, such as `2026-11-22`.
  public let day: String
  /// The use of each kind of request.
  public let uses: [QuotaUse]
  /// The start of the next quota day, in seconds since 1970-01-01 00:00 UTC.
  public let resetsAtSeconds: Int64
  /// The current time, in seconds since 1970-01-01 00:00 UTC.
  public let nowSeconds: Int64

  public init(service: Service, day: String, uses: [QuotaUse], resetsAtSeconds: Int64, nowSeconds: Int64) {
    self.service = service
    self.day = day
    self.uses = uses
    self.resetsAtSeconds = resetsAtSeconds
    self.nowSeconds = nowSeconds
  }

  /// The requests in the current month, of all kinds.
  public var month: Int { uses.reduce(0) { $0 + $1.month } }

  /// Returns the number of requests of a kind that remain today, within the monthly quota too; at least 0, and
  /// `Int.max` without a limit.
  public func left(for call: Service.Call) -> Int {
    let used = uses.first { $0.call.name == call.name }?.today ?? 0
    let day = call.dailyAllowance.map { $0 - used } ?? .max
    return max(0, min(day, service.monthlyAllowance.map { $0 - month } ?? .max))
  }
}
