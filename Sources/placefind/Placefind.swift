import App
import CurlShim
import Domain
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The composition root, which connects the layers.
@main
struct Placefind {
  static func main() async {
    let application = Application(world: .ofThisProcess(), services: Platform::UseCaseProvider.services) { source in
      let name = "placefind/\(Version.current)"
      var configuration = PlatformConfiguration(source: source, userAgent: name)
      configuration.transferLayer = CurlLayer.installed
      return Platform::UseCaseProvider(configuration: configuration)
    }
    exit(await application.run())
  }
}
