import Foundation

/// Waits until something that happens in another thread or process is true, and gives up after 40 s.
///
/// For a thread of its own: it holds the one it is called on.
package func waitUntil(_ isTrue: () -> Bool) {
  let deadline = ContinuousClock.now + .seconds(40)
  while !isTrue(), ContinuousClock.now < deadline { usleep(1_000) }
}
