import Domain
import Foundation
import Testing

@Suite struct AttributeConditionTests {
  @Test(
    arguments: [
      ("50 kW", 50), ("1,650원", 1650), ("₩ 1,650", 1650), ("-3.5", -3.5), ("12 m²", 12), ("12 m2", 12), ("1,5", 1.5),
      ("1,234,567.25", 1_234_567.25), ("$2", 2), ("0.5", 0.5), ("7", 7), ("1.5km", 1.5), ("KRW 1200", 1200),
      ("1.2e4", 12_000), ("5E-7", 5e-7), ("-1e+3", -1000), ("1e3 KRW", 1000), ("1e3원", 1000), ("€1,5e2", 150),
      ("5 e-scooters", 5), ("5e-scooters", 5), ("3e", 3), ("3e étage", 3), ("3e-", 3), ("1er", 1),
      ("0,500", 0.5), ("0,125 l", 0.125), ("10,500", 10_500), ("5 g CO2", 5),
      ("5천원", 5_000), ("1만원", 10_000), ("1만 원", 10_000), ("1 만원", 10_000), ("1.5억", 150_000_000), ("3백원", 300),
      ("2만5천원", 25_000), ("3만 5천원", 35_000), ("1,2만", 12_000), ("15k KRW", 15_000), ("15k", 15_000), ("15 k", 15_000),
      ("3000K", 3_000), ("1.5K", 1_500), ("15K KRW", 15_000), ("2700K", 2_700),
      ("3백만원", 3_000_000), ("5천만원", 50_000_000), ("7천5백만원", 75_000_000), ("1십만원", 100_000), ("1천200만", 12_000_000),
      ("2억5천만원", 250_000_000), ("1조", 1e12), ("1조 5천억원", 1.5e12), ("2조각", 2), ("3조 편성", 3), ("3百万円", 3_000_000),
      ("10k€", 10_000), ("100k+", 100_000), ("15k원", 15_000), ("5k/month", 5_000), ("5 K", 5_000), ("5 kW", 5),
      ("5 K9", 5),
      ("2.5M", 2.5), ("2.5M€", 2_500_000), ("2.5m", 2.5), ("2.5 M", 2.5), ("€2.5m", 2_500_000),
      ("$5 m", 5_000_000),
      ("10m USD", 10_000_000), ("1500M", 1_500), ("5Mbit", 5), ("2B", 2), ("$2b", 2e9), ("2b", 2), ("2 bn", 2e9),
      ("4 Mrd", 4e9), ("3 Mio.", 3_000_000), ("3 Mio. €", 3_000_000), ("3 Mio.€/a", 3_000_000), ("3 Tsd.", 3_000),
      ("5 тыс. руб", 5_000), ("4 lakhs", 400_000),
      ("1'000", 1_000), ("1’000", 1_000), ("CHF 1'234'567.50", 1_234_567.5), ("12'000 m", 12_000), ("-1'000", -1_000),
      ("2.5천만", 25_000_000), ("2 million", 2_000_000), ("3 hundred", 300), ("1 million 200 thousand won", 1_200_000),
      ("6'2\"", 6 + 2.0 / 12), ("6 ft 6 in", 6.5), ("5' 6", 5.5), ("6'", 6), ("80 in", 80),
    ] as [(String, Double)]
  )
  func `a number is read without its unit`(text: String, number: Double) {
    #expect(MeasuredNumber(text.utf8)?.value == number)
    #expect(MeasuredNumber(text.decomposedStringWithCanonicalMapping.utf8)?.value == number)
  }

  @Test(arguments: [
    "", "yes", "24/7", "09:00-18:00", "10-20", "지하 1", "B1", "CCS 50", "1시간 1000원", "1.2.3", "2~3", "5;10", "1,23,4",
    "1e3.5",
    "1e3-2e3", "1e999", "1e3:2", "1½", "2x3 m", "10x20", "4 x 4", "0,500,000", "0,5.5",
    "2만5천3만", "1만2345원", "3천안역광장", "5만천원", "1억만", "3천25백", "2만15천", "2 mil", "2 mil pesos", "2 hundred thousand",
    "6'14\"", "6' 2½\"", "0'500", "1'2345", "1'000'00", "1234'567", "5k-10k", "2B/3", "3 Mio.5",
  ])
  func `a text that isn't a number with a unit has no number`(text: String) {
    #expect(MeasuredNumber(text.utf8) == nil)
  }

  @Test(arguments: [
    ("maxstay>=60 min", ["2 h", "90 min", "1 day", "1 hour", "60", "2 weeks", "1시간"], ["45 min", "30", "5 kW"]),
    ("maxstay<=1 h", ["1 hour", "45 min", "1", "3600 s"], ["1 day", "90 min", "2"]),
    ("output>=50 kW", ["50 kW", "0.05 MW", "150kW", "50"], ["22000 W", "22 kW", "3.7 kW"]),
    ("output>=50", ["22000 W", "50 kW"], ["22 kW"]), ("height<2 m", ["190 cm", "6 ft", "1.9"], ["2.1 m", "250 cm"]),
    ("maxweight>=3.5 t", ["3500 kg", "7.5 t"], ["2500 kg"]), ("maxspeed>=30 mph", ["50 km/h", "30 mph"], ["40 km/h"]),
    ("maxheight>=2 m", ["80 in", "6'8\"", "7'", "3 yd"], ["70 in", "6'2\"", "6 ft 2 in", "8000 lbs"]),
    ("maxheight>=6'6\"", ["2 m", "7 ft"], ["1.9 m"]), ("maxweight>=3 t", ["8000 lbs"], ["80 in", "6000 lb"]),
    ("revenue>=1.5 million", ["€2m", "2M €", "1'600'000"], ["10", "900k+"]),
    ("price<=1만원", ["5,000원", "1만 원", "5천원", "3백원"], ["2만5천원", "1.5억", "15k KRW"]),
  ])
  func `a number with a unit is compared with values in units of its kind`(
    condition: String,
    matching: [String],
    others: [String]
  ) throws {
    let condition = try AttributeCondition(condition)
    #expect(matching.filter { !condition.holds(of: $0) } == [])
    #expect(others.filter { condition.holds(of: $0) } == [])
  }

  @Test func `a condition is a key, an operator and a value`() throws {
    #expect(try AttributeCondition("fee").test == .known)
    #expect(try AttributeCondition(" fee = no ").test == .equals("no"))
    #expect(try AttributeCondition("fee!=no").test == .differs("no"))
    #expect(try AttributeCondition("fee=*").test == .known)
    #expect(try AttributeCondition("capacity<10").test == .less(10))
    #expect(try AttributeCondition("capacity<=1,000").test == .atMost(1000))
    #expect(try AttributeCondition("capacity>10 kW").test == .greater(10))
    #expect(try AttributeCondition("capacity>=10").test == .atLeast(10))
    #expect(try AttributeCondition("contact:email").key == "email")
    let hours = #"Mo-Fr 08:00-12:00 || "by appointment""#
    #expect(try AttributeCondition("opening_hours=" + hours).test == .equals(hours))
    #expect(try AttributeCondition("note=a=b").test == .equals("a=b"))
    #expect(try AttributeCondition("cuisine=korean;pizza").test == .equals("korean;pizza"))
    #expect(try AttributeCondition("operator=Salt and Sons, Ltd").test == .equals("Salt and Sons, Ltd"))
    #expect(try AttributeCondition("website=https://a.b/?c=1&d=2").test == .equals("https://a.b/?c=1&d=2"))
    #expect(try AttributeCondition("price<KRW 1,500").test == .less(1500))
    for number in ["1,500원", "1500 €/day", "₩ 1,500 / kWh", "₩1500/L", "1.5e3 KM/H", "1500 m²"] {
      #expect(try AttributeCondition("price<\(number)").test == .less(1500), "\(number)")
    }
    #expect(try AttributeCondition("note=fee,phone").test == .equals("fee,phone"))
  }

  @Test(arguments: [
    "", "=no", "fee=", "fee!", "fee!no", "capacity<many", "capacity>", "capacity==10", "capacity=>10", "name=~Cafe",
    "capacity = <10", "fee!==no", "fee!=*", "fee=no and wheelchair=yes", "fee=no,wheelchair=yes",
    "fee=no; wheelchair != yes", "capacity>=10 and fee=no", "capacity > 10 && fee=no", "fee=no OR capacity<5",
    "capacity>10 or fee", "capacity>10;fee", "fee=yes|no", "wheelchair != yes | limited",
    "price>3,opening_hours", "price>3,", "price>900 apples", "price>900abc", "price>900 m/", "price>3만 apples",
    "fee=no,opening_hours", "fee!=no, contact:email", "fee=no,diet:vegan ",
  ])
  func `an invalid condition is refused`(text: String) {
    #expect(throws: InvalidQuery.conditionInvalid) { try AttributeCondition(text) }
  }
}
