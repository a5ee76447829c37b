import Domain

@main
struct Placefind {
  static func main() async {}
}
