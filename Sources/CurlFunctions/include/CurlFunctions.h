// libcurl's functions that URLSession calls, defined in the program (curl.c, easy.c, multi.c), and the functions that
// they call in Swift for each transfer.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The outcome of loading libcurl.
enum shim_load_result {
  shim_loaded,
  /// No library of that name is installed.
  shim_missing,
  /// The file can't be loaded; the detail is the loader's message.
  shim_damaged,
  /// A function is missing; the detail is the version.
  shim_too_old,
};

/// Loads the first usable library in a list.
///
/// - names: File names for the loader, separated by colons.
/// - detail: Receives the fault of the first library that is installed but not usable.
enum shim_load_result shim_load(const char *names, char *detail, size_t size);

/// Loads libcurl for this process, once. The GnuTLS build has the same functions as the OpenSSL build.
enum shim_load_result shim_setup(void);

/// The fault of this process's library; empty if there is none.
const char *shim_setup_detail(void);

/// The certificate file named by the environment, with the variables of `curl`; null if there is none.
const char *_Nullable shim_certificate_path(void);

/// Wakes the event loop that reads a descriptor, from any thread.
void shim_wake(int descriptor);

/// The limits of a transfer, set by Swift when the transfer begins.
struct shim_limits {
  /// The maximum size of the decoded body, in bytes.
  int64_t body_bytes;
  /// The time until the transfer ends, in milliseconds.
  long timeout_ms;
  /// The time until the connection exists, in milliseconds.
  long connect_timeout_ms;
  /// Whether the request bypasses every proxy.
  bool bypasses_proxy;
};

// MARK: Implemented in Swift (CurlShim). URLSession calls libcurl on one serial queue for each session, and libcurl calls
// back on the same thread.

/// Takes a transfer by its number; null for a request that isn't placefind's. ``shim_transfer_release`` frees it.
void *_Nullable shim_transfer_begin(long number, const char *address, struct shim_limits *limits);
void shim_transfer_release(void *transfer);
/// Reports that a transfer is in an event loop, which is woken through the descriptor if the transfer is abandoned.
void shim_transfer_added(void *transfer, int descriptor);
void shim_transfer_removed(void *transfer);
bool shim_transfer_is_abandoned(void *transfer);
/// Whether a request may be sent; `count` is 1 for its first attempt.
bool shim_transfer_may_be_sent(void *transfer, int count);
/// Examines a header line, and writes the line that URLSession receives in its place.
///
/// Returns the number of bytes written, 0 if URLSession receives nothing, or -1 if the transfer must end.
long shim_transfer_head(void *transfer, const uint8_t *line, size_t count, char *replacement, size_t size);
/// Stores a part of the body; returns whether to continue the transfer.
bool shim_transfer_body(void *transfer, const uint8_t *bytes, size_t count);
/// Records how a transfer ended, and returns the result that URLSession receives.
int shim_transfer_finished(void *transfer, int result, long connect_status, long system_error);

#pragma clang assume_nonnull end
