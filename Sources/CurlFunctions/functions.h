// The types and numbers of libcurl's stable interface (curl.h, multi.h) that the shim uses.
#pragma once

#include "CurlFunctions.h"

typedef size_t write_callback(char *bytes, size_t size, size_t count, void *data);
typedef int prerequest_callback(void *data, char *peer, char *local, int peer_port, int local_port);
typedef void lock_callback(void *easy, int data, int access, void *context);
typedef void unlock_callback(void *easy, int data, void *context);
typedef int socket_callback(void *easy, int socket, int what, void *data, void *socket_data);
typedef int timer_callback(void *multi, long timeout_ms, void *data);
typedef void any_function(void);

struct message {
  int kind;
  void *easy;
  union {
    void *pointer;
    int result;
  } data;
};

// All functions that URLSession calls, and those for shared data.
#define FUNCTIONS(FUNCTION)                                           \
  FUNCTION(int, curl_global_init, long)                               \
  FUNCTION(char *, curl_version, void)                                \
  FUNCTION(void *, curl_version_info, int)                            \
  FUNCTION(void, curl_free, void *)                                   \
  FUNCTION(void *, curl_easy_init, void)                              \
  FUNCTION(int, curl_easy_setopt, void *, int, ...)                   \
  FUNCTION(int, curl_easy_getinfo, void *, int, ...)                  \
  FUNCTION(int, curl_easy_pause, void *, int)                         \
  FUNCTION(const char *, curl_easy_strerror, int)                     \
  FUNCTION(void, curl_easy_cleanup, void *)                           \
  FUNCTION(void *, curl_multi_init, void)                             \
  FUNCTION(int, curl_multi_setopt, void *, int, ...)                  \
  FUNCTION(int, curl_multi_add_handle, void *, void *)                \
  FUNCTION(int, curl_multi_remove_handle, void *, void *)             \
  FUNCTION(int, curl_multi_assign, void *, int, void *)               \
  FUNCTION(int, curl_multi_socket_action, void *, int, int, int *)    \
  FUNCTION(struct message *, curl_multi_info_read, void *, int *)     \
  FUNCTION(int, curl_multi_cleanup, void *)                           \
  FUNCTION(void *, curl_slist_append, void *, const char *)           \
  FUNCTION(void, curl_slist_free_all, void *)                         \
  FUNCTION(void *, curl_url, void)                                    \
  FUNCTION(int, curl_url_set, void *, int, const char *, unsigned)    \
  FUNCTION(int, curl_url_get, const void *, int, char **, unsigned)   \
  FUNCTION(void *, curl_share_init, void)                             \
  FUNCTION(int, curl_share_setopt, void *, int, ...)

#define FIELD(result, name, ...) result (*name)(__VA_ARGS__);
struct functions {
  FUNCTIONS(FIELD)
};

// The reference counts of Foundation order the last two calls for a handle, which ThreadSanitizer can't see.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
void __tsan_acquire(void *);
void __tsan_release(void *);
#define WILL_BE_FREED(handle) __tsan_release(handle)
#define IS_FREED(handle) __tsan_acquire(handle)
#endif
#endif
#ifndef IS_FREED
#define WILL_BE_FREED(handle)
#define IS_FREED(handle)
#endif

/// libcurl's functions, loaded at the first call; null if libcurl can't be loaded.
const struct functions *libcurl(void);

// libcurl identifies the type of an option's value: a long, a pointer, a function or a 64-bit offset.
enum option_type { pointer_options = 10000, function_options = 20000, offset_options = 30000 };

enum {
  option_write_data = 10001,
  option_url = 10002,
  option_header_data = 10029,
  option_ca_info = 10065,
  option_http_version = 84,
  option_ca_path = 10097,
  option_share = 10100,
  option_private = 10103,
  option_timeout_ms = 155,
  option_connect_timeout_ms = 156,
  option_no_proxy = 10177,
  option_header_options = 229,
  option_suppress_connect_headers = 265,
  option_http09_allowed = 285,
  option_quick_exit = 322,
  option_prerequest_data = 10313,
  option_write_function = 20011,
  option_header_function = 20079,
  option_prerequest_function = 20312,
  option_maximum_file_size = 30117,

  info_private = 0x100000 + 21,
  info_ca_info = 0x100000 + 61,
  info_connect_status = 0x200000 + 22,
  info_system_error = 0x200000 + 25,

  multi_option_pipelining = 3,
  multi_option_maximum_connections = 6,
  multi_option_socket_data = 10002,
  multi_option_timer_data = 10005,
  multi_option_socket_function = 20001,
  multi_option_timer_function = 20004,

  share_option_share = 1,
  share_option_lock = 3,
  share_option_unlock = 4,
  share_addresses = 3,
  share_tls_sessions = 4,

  url_part_host = 5,
  http_1_1 = 2,

  result_ok = 0,
  result_failed_init = 2,
  result_aborted = 42,
};

/// A transfer of URLSession, stored in libcurl's handle as its private pointer.
struct easy {
  /// libcurl's handle.
  void *curl;
  /// Swift's transfer, retained; null for a request that isn't placefind's.
  void *transfer;
  /// URLSession's callbacks; the shim calls them after examining the data.
  write_callback *body;
  void *body_data;
  write_callback *head;
  void *head_data;
  /// The number of times that libcurl tried to send the request.
  int attempts;
  /// Whether URLSession was notified that the transfer was abandoned.
  bool has_ended;
  /// The event loop of the transfer; null if there is none. `next` is the next transfer of that loop.
  struct multi *multi;
  struct easy *next;
};

/// The transfer of a handle; null for a handle that libcurl made internally.
///
/// In a debug build, libcurl's own calls arrive here too, because the program's symbols precede the library's.
struct easy *easy_of(void *curl);

/// Removes a transfer from the list of its event loop.
void leave_multi(struct easy *easy);
