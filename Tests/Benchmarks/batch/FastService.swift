// A loopback server that answers every request immediately with a page of 15 places to the north.
//
// Prints its port. Each connection has a thread. Only the longitude of a request is parsed (the latitude is 37.5), so
// that the benchmark measures the client.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

private func document(_ number: Int) -> String {
  #"{"address_name":"서울 강남구 역삼동 \#(800 + number)","category_group_code":"OL7","#
    + #""category_group_name":"주유소,충전소","category_name":"교통,수송 > 자동차 > 주유소,충전소","#
    + #""distance":"\#(100 + number * 37)","id":"\#(8_190_000 + number)","phone":"02-555-\#(1000 + number)","#
    + #""place_name":"가짜주유소 \#(number)호점","place_url":"http://place.map.kakao.com/\#(8_190_000 + number)","#
    + #""road_address_name":"서울 강남구 테헤란로 \#(100 + number)","x":"\#(blank)","y":"\#(37.5 + Double(100 + number * 37) / 110_987)"}"#
}

// The placeholder for the longitude of a request.
private let blank = "127.00000"

let page =
  #"{"documents":["# + (0..<15).map(document).joined(separator: ",")
  + #"],"meta":{"is_end":false,"pageable_count":45,"same_name":null,"total_count":123}}"#
let reply = Array(
  ("HTTP/1.1 200 OK\r\nContent-Type: application/json;charset=UTF-8\r\nContent-Length: \(page.utf8.count)\r\n"
    + "Connection: keep-alive\r\n\r\n" + page).utf8
)
let longitudes = reply.indices.dropLast(blank.utf8.count).filter { reply[$0...].starts(with: blank.utf8) }
let parameter: [UInt8] = [38, 120, 61]

func serve(_ client: Int32) {
  var noDelay: Int32 = 1
  setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
  var buffer = [UInt8](repeating: 0, count: 16_384)
  var (matched, named, digit) = (0, 0, -1)
  var response = reply
  let end: [UInt8] = [13, 10, 13, 10]
  while true {
    let count = read(client, &buffer, buffer.count)
    guard count > 0 else { break }
    for byte in buffer[..<count] {
      if digit >= 0 {
        if byte == 38 || digit == blank.utf8.count {
          digit = -1
        } else {
          for start in longitudes { response[start + digit] = byte }
          digit += 1
        }
      } else {
        named = byte == parameter[named] ? named + 1 : (byte == 38 ? 1 : 0)
        if named == parameter.count {
          (named, digit, response) = (0, 0, reply)
        }
      }
      matched = byte == end[matched] ? matched + 1 : (byte == 13 ? 1 : 0)
      guard matched == end.count else { continue }
      matched = 0
      guard write(client, response, response.count) == response.count else { break }
    }
  }
  close(client)
}

let observer = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
var address = sockaddr_in()
address.sin_family = sa_family_t(AF_INET)
address.sin_addr.s_addr = inet_addr("127.0.0.1")
var length = socklen_t(MemoryLayout<sockaddr_in>.size)
withUnsafeMutablePointer(to: &address) { pointer in
  pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
    _ = bind(observer, raw, length)
    _ = getsockname(observer, raw, &length)
  }
}
listen(observer, 128)
signal(SIGPIPE, SIG_IGN)
setvbuf(stdout, nil, _IONBF, 0)
print(UInt16(bigEndian: address.sin_port))
while true {
  let client = accept(observer, nil, nil)
  guard client >= 0 else { continue }
  var thread = pthread_t()
  pthread_create(
    &thread,
    nil,
    { argument in
      serve(Int32(truncatingIfNeeded: Int(bitPattern: argument)))
      return nil
    },
    UnsafeMutableRawPointer(bitPattern: Int(client))
  )
  pthread_detach(thread)
}
