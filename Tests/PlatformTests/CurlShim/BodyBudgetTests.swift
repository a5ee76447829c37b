import Testing

@testable import CurlShim
@testable import Platform

struct BodyBudgetTests {
  private let budget = BodyBudget(limit: 1_000_000, total: 1_500_000)

  @Test func `a body is taken up to the limit`() {
    #expect(budget.take(600_000, after: 0) == nil)
    #expect(budget.take(400_000, after: 600_000) == nil)
    #expect(budget.take(1, after: 1_000_000) == 1_000_000)
  }

  @Test func `many bodies at once have one limit together, and what is given back is available again`() {
    #expect(budget.take(1_000_000, after: 0) == nil)
    #expect(budget.take(500_000, after: 0) == nil)
    #expect(budget.take(70_000, after: 0) == 1_000_000)
    budget.give(back: 1_000_000)
    #expect(budget.take(70_000, after: 0) == nil)
  }

  @Test func `an honest page is always taken`() {
    #expect(budget.take(1_000_000, after: 0) == nil)
    #expect(budget.take(500_000, after: 0) == nil)
    #expect(budget.take(BodyBudget.guaranteedByteCount, after: 0) == nil)
    #expect(budget.take(1, after: BodyBudget.guaranteedByteCount) != nil)
  }
}
