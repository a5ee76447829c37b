import Domain
import Testing

@testable import Platform

@Suite struct KakaoKindsTests {
  @Test(arguments: [
    ("의료,건강 > 병원 > 치과", ["dentist"]), ("의료,건강 > 병원 > 내과", ["internal-medicine", "doctor"]),
    ("음식점 > 간식 > 제과,베이커리 > 파리바게뜨", ["bakery"]), ("음식점 > 술집 > 호프,요리주점", ["pub", "bar"]),
    ("교통,수송 > 자동차 > 전기차 충전소", ["ev-charging", "charging"]), ("음식점 > 카페", []), ("치과의사회", []), ("", []),
    ("교육,학문 > 학교 > 대학교", ["university"]), ("여행 > 공원 > 도시근린공원", ["park"]),
  ])
  func `a step of Kakao's path names a kind and its ancestors`(path: String, slugs: [String]) {
    #expect(KakaoKinds.kinds(ofPath: path).map(\.slug) == slugs)
  }

  @Test func `each name has a kind, and no step that people type is among them`() {
    for name in KakaoKinds.names {
      let kind = Kind(slug: name.slug)
      #expect(kind != nil, "\(name.slug)")
      for word in name.words {
        #expect(KakaoKinds.kinds(ofPath: word).first?.slug == name.slug, "\(word)")
        #expect(PlaceCategory(word: word) == .source(word), "\(word)")
      }
    }
    #expect(Set(KakaoKinds.names.map(\.slug)).count == KakaoKinds.names.count)
  }

  @Test func `Kakao's own words mean its kinds, and other words have their meaning in open data`() {
    #expect(Service.kakao.meaning(of: .source("제과,베이커리"))?.slug == "bakery")
    #expect(Service.kakao.meaning(of: .source("전기차_충전소"))?.slug == "ev-charging")
    #expect(Service.kakao.meaning(of: .source("amenity=fuel")) == .group(.gas))
    #expect(Service.kakao.meaning(of: .source("invented")) == nil)
    #expect(PlaceCategory.source("제과,베이커리").meaning == nil)
    #expect(Service.kakao.words(for: .group(.restaurant)).contains("제과,베이커리"))
    #expect(Service.osm.words(for: .any).isEmpty)
  }

  @Test func `a kind with some places in no group has no group, and neither have its ancestors`() {
    let kinds = ["ev-charging", "charging", "dentist", "bakery"].compactMap(Kind.init(slug:))
    #expect(kinds.map { Service.kakao.group(of: $0)?.slug } == [nil, nil, "hospital", "restaurant"])
    #expect(kinds.map { Service.osm.group(of: $0) } == kinds.map(\.group))
  }

  @Test func `a refusal has the sentence of its code, or else of its status`() {
    let sentences = [(403, -4), (403, nil), (401, -401)].map { Service.kakao.remedy(forStatus: $0.0, code: $0.1) ?? "" }
    #expect(sentences[0].hasPrefix("Kakao has restricted") && sentences[1].hasPrefix("Enable Kakao Map"))
    #expect(sentences[2].hasPrefix("Check that it is the REST API key"))
    #expect(Service.osm.remedy(forStatus: 406)?.contains("User-Agent") == true)
    #expect(Service.osm.remedy(forStatus: 500) == nil)
  }
}
