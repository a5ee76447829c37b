import App
import Domain
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The composition root: the one place where the layers meet.
@main
struct Placefind {
  static func main() async {
    let application = Application(world: .ofThisProcess(), services: Service.all) { source in
      let name = "placefind/\(Version.current)"
      return Platform::UseCaseProvider(configuration: PlatformConfiguration(source: source, userAgent: name))
    }
    exit(await application.run())
  }
}
