/// The functions of libcurl that a client of a service uses, which are loaded when the first request needs them.
///
/// A program that is linked to libcurl would load some thirty libraries at each start.

#ifndef CURL_CLIENT_H
#define CURL_CLIENT_H

#define CURL_NO_OLDIES
#include <curl/curl.h>
#include <stdint.h>

/// Loads the library, from any thread; returns 0 without it, or with one that is too old.
int curl_client_load(void);

/// A connection, which one thread uses at a time.
struct curl_client;

struct curl_client *curl_client_create(void);
void curl_client_destroy(struct curl_client *client);

/// A request; texts end with a zero byte, and the pointers are valid during the request.
struct curl_client_request {
  const char *method;
  const char *url;
  const char *user_agent;
  /// The path of a file of certificates, or NULL for those of the system.
  const char *ca_file;
  /// The lines of the header.
  const char *const *headers;
  size_t header_count;
  const void *body;
  size_t body_size;
  /// Whether the library may send the request again on a new connection.
  int is_repeatable;
  long connect_limit_ms;
  /// The longest time without a byte, in seconds.
  long stall_limit_s;
  /// The longest time of the whole request, or 0.
  long limit_ms;
  /// Receives parts of the answer; returns 0 to end the request.
  int (*receive)(const void *bytes, size_t count, void *context);
  /// Receives a line of the answer's header; returns 0 to end the request.
  int (*receive_header)(const char *bytes, size_t count, void *context);
  void *context;
};

/// The end of a request.
struct curl_client_result {
  CURLcode code;
  /// Whether the request was interrupted.
  int is_interrupted;
  /// Whether the whole request may have reached the service.
  int is_sent;
  long status;
  /// The reason of a failure, or an empty text.
  char reason[CURL_ERROR_SIZE];
};

/// Sends a request, and blocks until its end.
void curl_client_perform(
    struct curl_client *client, const struct curl_client_request *request, struct curl_client_result *result);

/// Ends the running request, or else the next one, from any thread.
void curl_client_interrupt(struct curl_client *client);

#endif
