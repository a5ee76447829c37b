import Foundation

/// Waits until a condition in another thread or process is true, for at most 40 s.
///
/// Blocks the calling thread, so call it on a separate one.
package func waitUntil(_ isTrue: () -> Bool) {
  let deadline = ContinuousClock.now + .seconds(40)
  while !isTrue(), ContinuousClock.now < deadline { usleep(1_000) }
}
