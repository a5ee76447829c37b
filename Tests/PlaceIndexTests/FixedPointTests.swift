import Foundation
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

struct FixedPointTests {
  /// Degrees with seven decimals, as printed.
  ///
  /// With a locale, Foundation would round the shortest decimal instead.
  private static func printed(_ degrees: Double) -> String { String(format: "%.7f", degrees) }

  @Test(arguments: [1, 2, 3])
  func `degrees are stored as they are printed`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<20_000 {
      let first = Int32(truncatingIfNeeded: random.next()) % FixedPoint.maximumLongitude
      let second = first / 1_000 + Int32(random.next() % 1_000)
      // The middle between two stored numbers; every other stored number is between two more.
      let middle = (FixedPoint.degrees(first) + FixedPoint.degrees(second)) / 2
      for degrees in [middle, -middle, middle.nextUp, middle.nextDown, FixedPoint.degrees(first)] {
        #expect(Self.printed(FixedPoint.degrees(FixedPoint.units(degrees))) == Self.printed(degrees).withoutMinusOfZero)
      }
    }
  }

  @Test func `an exact half is rounded to the even number`() {
    for (degrees, units) in [(0.00390625, 39_062), (0.01171875, 117_188), (-0.00390625, -39_062)] {
      #expect(FixedPoint.units(degrees) == Int32(units), "\(degrees)")
    }
    #expect(FixedPoint.units(180) == 1_800_000_000 && FixedPoint.units(-180) == -1_800_000_000)
  }
}

extension String {
  fileprivate var withoutMinusOfZero: String { self == "-0.0000000" ? "0.0000000" : self }
}
