/// The folded forms of letters: two bytes for each scalar of a range, a dot for an unused byte.
///
/// Two dots mean a scalar that only the standard library folds. Static strings, because arrays would be initialized at
/// launch.
extension NameFolding {
  static func table(of scalar: UInt32) -> (letters: StaticString, start: UInt32)? {
    switch scalar {
    case 0xC0...0x24F: (latin, 0xC0)
    case 0x370...0x3FF: (greek, 0x370)
    case 0x400...0x52F: (cyrillic, 0x400)
    case 0x1E00...0x1EFF: (latinAdditional, 0x1E00)
    case 0x1F00...0x1FFF: (greekExtended, 0x1F00)
    default: nil
    }
  }

  /// U+00C0...U+024F.
  private static var latin: StaticString {
    """
    a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.ðn.o.o.o.o.o.×o.u.u.u.u.y.þssa.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.\
    ðn.o.o.o.o.o.÷o.u.u.u.u.y.þy.a.a.a.a.a.a.c.c.c.c.c.c.c.c.d.d.d.d.e.e.e.e.e.e.e.e.e.e.g.g.g.g.\
    g.g.g.g.h.h.h.h.i.i.i.i.i.i.i.i.i.i.ijijj.j.k.k.ĸl.l.l.l.l.l.....l.l.n.n.n.n.n.n...ŋŋo.o.o.o.\
    o.o.oeoer.r.r.r.r.r.s.s.s.s.s.s.s.s.t.t.t.t.t.t.u.u.u.u.u.u.u.u.u.u.u.u.w.w.y.y.y.z.z.z.z.z.z.s.\
    ƀɓƃƃƅƅɔƈƈɖɗƌƌƍǝəɛƒƒɠɣƕɩɨƙƙƚƛɯɲƞɵo.o.ƣƣƥƥʀƨƨʃƪƫƭƭʈu.\
    u.ʊʋƴƴƶƶʒƹƹƺƻƽƽƾƿǀǁǂǃdzdzdzljljljnjnjnja.a.i.i.o.o.u.u.u.u.u.u.u.u.u.u.ǝa.a.\
    a.a.aeaeǥǥg.g.k.k.o.o.o.o.ʒʒj.dzdzdzg.g.ƕƿn.n.a.a.aeaeo.o.a.a.a.a.e.e.e.e.i.i.i.i.o.o.o.o.\
    r.r.r.r.u.u.u.u.s.s.t.t.ȝȝh.h.ƞȡȣȣȥȥa.a.e.e.o.o.o.o.o.o.o.o.y.y.ȴȵȶȷȸȹ..ȼȼƚ..ȿ\
    ɀɂɂƀʉʌɇɇɉɉɋɋɍɍɏɏ
    """
  }

  /// U+0370...U+03FF.
  private static var greek: StaticString {
    """
    ͱͱͳͳʹ͵ͷͷ......ͻͼͽ..ϳ............α·εηι..ο..υωιαβγδεζηθικλμνξο\
    πρ..στυφχψωιυαεηιυαβγδεζηθικλμνξοπρσστυφχψωιυουωϗ\
    βθυυυφπϗϙϙϛϛϝϝϟϟϡϡϣϣϥϥϧϧϩϩϫϫϭϭϯϯκρσϳθε϶ϸϸσϻϻϼͻͼͽ
    """
  }

  /// U+0400...U+052F.
  private static var cyrillic: StaticString {
    """
    ееђгєѕііјљњћкиуџабвгдежзииклмнопрстуфхцчшщъыьэюя\
    абвгдежзииклмнопрстуфхцчшщъыьэюяееђгєѕііјљњћкиуџ\
    ѡѡѣѣѥѥѧѧѩѩѫѫѭѭѯѯѱѱѳѳѵѵѵѵѹѹѻѻѽѽѿѿҁҁ҂..............ҋҋҍҍҏҏ\
    ґґғғҕҕҗҗҙҙққҝҝҟҟҡҡңңҥҥҧҧҩҩҫҫҭҭүүұұҳҳҵҵҷҷҹҹһһҽҽҿҿ\
    ӏжжӄӄӆӆӈӈӊӊӌӌӎӎӏааааӕӕееәәәәжжззӡӡииииооөөөөээуу\
    ууууччӷӷыыӻӻӽӽӿӿԁԁԃԃԅԅԇԇԉԉԋԋԍԍԏԏԑԑԓԓԕԕԗԗԙԙԛԛԝԝԟԟ\
    ԡԡԣԣԥԥԧԧԩԩԫԫԭԭԯԯ
    """
  }

  /// U+1E00...U+1EFF.
  private static var latinAdditional: StaticString {
    """
    a.a.b.b.b.b.b.b.c.c.d.d.d.d.d.d.d.d.d.d.e.e.e.e.e.e.e.e.e.e.f.f.g.g.h.h.h.h.h.h.h.h.h.h.i.i.i.i.\
    k.k.k.k.k.k.l.l.l.l.l.l.l.l.m.m.m.m.m.m.n.n.n.n.n.n.n.n.o.o.o.o.o.o.o.o.p.p.p.p.r.r.r.r.r.r.r.r.\
    s.s.s.s.s.s.s.s.s.s.t.t.t.t.t.t.t.t.u.u.u.u.u.u.u.u.u.u.v.v.v.v.w.w.w.w.w.w.w.w.w.w.x.x.x.x.y.y.\
    z.z.z.z.z.z.h.t.w.y...s.....ss..a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.e.e.e.e.e.e.e.e.\
    e.e.e.e.e.e.e.e.i.i.i.i.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.u.u.u.u.u.u.u.u.u.u.u.u.\
    u.u.y.y.y.y.y.y.y.y.............
    """
  }

  /// U+1F00...U+1FFF.
  private static var greekExtended: StaticString {
    """
    ααααααααααααααααεεεεεε....εεεεεε....ηηηηηηηηηηηηηηηη\
    ιιιιιιιιιιιιιιιιοοοοοο....οοοοοο....υυυυυυυυ..υ..υ..υ..υ\
    ωωωωωωωωωωωωωωωωααεεηηιιοουυωω....αααααααααααααααα\
    ηηηηηηηηηηηηηηηηωωωωωωωωωωωωωωωωααααα..ααααααα..ι..\
    ....ηηη..ηηεεηηη......ιιιι....ιιιιιι........υυυυρρυυυυυυρ......\
    ....ωωω..ωωοοωωω......
    """
  }
}
