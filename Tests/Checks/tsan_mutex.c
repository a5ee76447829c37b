// Informs ThreadSanitizer about contended locks of Swift's Mutex. The kernel hands over a contended mutex inside a
// library that is built without the sanitizer, so all data guarded by it would be reported as a race.
//
// Preloaded by `make test-tsan`. The handle is the `self` of both functions; `_lockSlow(_:)` takes the thread id.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
  ((SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  ((SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK))(handle);
}
