/// Which codes of Korean classifications belong to which of the 18 groups; maintained by hand.
///
/// A code stands for every code that begins with it, unless a longer one is listed too. `nil` marks a known category
/// that belongs to no group, whatever else the row says.
package enum CodeVocabulary {
  /// 상권업종소분류코드 of the shops of SEMAS since 2023-02, such as `I20101`.
  ///
  /// Source: the table of 247 codes of 2023-02 (소상공인시장진흥공단 상가(상권)정보 업종분류).
  package static let newShops: [(group: CategoryGroup?, codes: String)] = [
    (.restaurant, "I2"),
    (.cafe, "I21201"),
    (.lodging, "I1"),
    (.hospital, "Q101 Q102"),
    (.realtor, "L10203"),
    (.supermarket, "G20404"),
    (.convenience, "G20405"),
    (.gas, "G21401 G21402"),
    (.pharmacy, "G21501"),
    (.academy, "P10501 P10601 P10609 P10611 P10613 P10615 P10617 P10623 P10625 P10627 P10629"),
    (nil, "I10201 R10202 Q10402 M11101 P10603 P10605 P10607 P10619 P10621 P107 G20507"),
  ]

  /// The same before 2023-02, such as `Q01A01`.
  ///
  /// Source: the table of 837 codes before 2023-02, by its link to the new ones.
  package static let oldShops: [(group: CategoryGroup?, codes: String)] = [
    (.restaurant, "Q01 Q02 Q03 Q04 Q05 Q06 Q07 Q08 Q09 Q10 Q11 Q13 Q14 Q15"),
    (.cafe, "Q12"),
    (.lodging, "O01 O02 O03 O04 O05"),
    (.convenience, "D03A01"),
    (.supermarket, "D03A02 D03B10"),
    (.gas, "F16"),
    (.parking, "F14A07"),
    (.public, "F04B08"),
    (.realtor, "L01A01"),
    (.academy, "R01 R02 R03 R04 R05 R06 R07 R09"),
    (.kindergarten, "R08A02 R08A03"),
    (.school, "R11 R12B01"),
    (.culture, "R10B04 R10B05 R10B06 R10B07 N03A01 N03A02 N03A03 N03A04 N06B01 N06B03 N06B09 N06B10 N06B11 N06B12"),
    (.attraction, "N06B02 N06B04 N06B05 N06B07 N06B08 N07A01 N07A04 N07A05 N07A06 N07A07 N07A10"),
    (.hospital, "S01"),
    (.pharmacy, "D20B01"),
  ]

  /// 표준산업분류코드, such as `I56111`.
  ///
  /// Source: the 10th Korean standard industrial classification, by its links to the shop codes; classes that several
  /// groups share are left out.
  package static let industries: [(group: CategoryGroup?, codes: String)] = [
    (.supermarket, "G47121"),
    (.convenience, "G47122"),
    (.gas, "G47711 G47712"),
    (.pharmacy, "G47811"),
    (.lodging, "I55101 I55102 I55103 I55104 I55109 I55909"),
    (.restaurant, "I5611 I5612 I5613 I5619 I5621"),
    (.cafe, "I56221 I56229"),
    (.realtor, "L68221"),
    (.academy, "P85501 P85611 P85621 P85622 P85629 P85631 P85632 P85661 P85669 P85691 P85699"),
    (.hospital, "Q861 Q862"),
  ]

  /// 개방서비스아이디 of the licences, such as `07_24_04_P`, as digits.
  ///
  /// Source: service codes of localdata.go.kr.
  ///
  /// 대규모점포 is a large store of any type, so its own column has to say which.
  package static let licences: [(group: CategoryGroup?, codes: String)] = [
    (.hospital, "010101 010102 010103"),
    (.pharmacy, "010106"),
    (nil, "020301"),
    (.lodging, "031101 031102 031103 031104 031105 031106 031107"),
    (.restaurant, "072218 072301 072302 072404 072405"),
  ]
}
