#include "curl_client.h"

#include <CFormworkSystem.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The checks of arguments by macros would need functions by their own names.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define FUNCTIONS(FUNCTION)   \
  FUNCTION(curl_global_init)  \
  FUNCTION(curl_easy_init)    \
  FUNCTION(curl_easy_setopt)  \
  FUNCTION(curl_easy_getinfo) \
  FUNCTION(curl_easy_reset)   \
  FUNCTION(curl_easy_cleanup) \
  FUNCTION(curl_slist_append) \
  FUNCTION(curl_slist_free_all) \
  FUNCTION(curl_multi_init)   \
  FUNCTION(curl_multi_add_handle) \
  FUNCTION(curl_multi_remove_handle) \
  FUNCTION(curl_multi_perform) \
  FUNCTION(curl_multi_poll)   \
  FUNCTION(curl_multi_wakeup) \
  FUNCTION(curl_multi_info_read) \
  FUNCTION(curl_multi_cleanup)

static struct {
#define MEMBER(name) __typeof__(&name) name;
  FUNCTIONS(MEMBER)
} curl;

static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  fws_keep_openssl(library);
#define LOAD(name)                                      \
  curl.name = (__typeof__(&name))dlsym(library, #name); \
  if (curl.name == NULL) return;
  FUNCTIONS(LOAD)
  is_loaded = curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int curl_client_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct curl_client {
  CURL *easy;
  CURLM *multi;
  atomic_int is_interrupted;
};

struct curl_client *curl_client_create(void) {
  struct curl_client *client = calloc(1, sizeof *client);
  if (client == NULL) return NULL;
  client->easy = curl.curl_easy_init();
  client->multi = curl.curl_multi_init();
  if (client->easy != NULL && client->multi != NULL) return client;
  curl_client_destroy(client);
  return NULL;
}

void curl_client_destroy(struct curl_client *client) {
  if (client->multi != NULL) curl.curl_multi_cleanup(client->multi);
  if (client->easy != NULL) curl.curl_easy_cleanup(client->easy);
  free(client);
}

void curl_client_interrupt(struct curl_client *client) {
  atomic_store(&client->is_interrupted, 1);
  curl.curl_multi_wakeup(client->multi);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  const struct curl_client_request *request = context;
  return request->receive(bytes, size * count, request->context) ? size * count : 0;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  const struct curl_client_request *request = context;
  return request->receive_header(bytes, size * count, request->context) ? size * count : 0;
}

static struct curl_slist *headers(const struct curl_client_request *request) {
  struct curl_slist *list = NULL;
  for (size_t i = 0; i < request->header_count; i++) {
    struct curl_slist *longer = curl.curl_slist_append(list, request->headers[i]);
    if (longer == NULL) {
      curl.curl_slist_free_all(list);
      return NULL;
    }
    list = longer;
  }
  return list;
}

static void prepare(
    CURL *easy, const struct curl_client_request *request, struct curl_slist *list, char *reason) {
  curl.curl_easy_reset(easy);
  curl.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl.curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  // A service redirects nowhere, and no other scheme is spoken.
  curl.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl.curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  // Without TLS a proxy would read the passwords; the address is one of loopback.
  if (strncmp(request->url, "https:", 6) != 0) curl.curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  // If a connection that was used before is closed, the library repeats the request on a new one.
  if (!request->is_repeatable) curl.curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl.curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl.curl_easy_setopt(easy, CURLOPT_URL, request->url);
  curl.curl_easy_setopt(easy, CURLOPT_USERAGENT, request->user_agent);
  if (request->ca_file != NULL) curl.curl_easy_setopt(easy, CURLOPT_CAINFO, request->ca_file);
  curl.curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
  curl.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
  if (request->body != NULL) {
    curl.curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl.curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body);
    curl.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
  }
  curl.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_limit_ms);
  curl.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->limit_ms);
  curl.curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl.curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, request->stall_limit_s);
  curl.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl.curl_easy_setopt(easy, CURLOPT_WRITEDATA, (void *)request);
  curl.curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header);
  curl.curl_easy_setopt(easy, CURLOPT_HEADERDATA, (void *)request);
}

static int is_interrupted(struct curl_client *client) {
  return atomic_load(&client->is_interrupted);
}

void curl_client_perform(
    struct curl_client *client, const struct curl_client_request *request, struct curl_client_result *result) {
  *result = (struct curl_client_result){.code = CURLE_OUT_OF_MEMORY};
  struct curl_slist *list = headers(request);
  if (list == NULL && request->header_count > 0) return;
  prepare(client->easy, request, list, result->reason);
  if (curl.curl_multi_add_handle(client->multi, client->easy) == CURLM_OK) {
    int running = 1;
    while (running && !is_interrupted(client)) {
      if (curl.curl_multi_perform(client->multi, &running) != CURLM_OK) break;
      if (running) curl.curl_multi_poll(client->multi, NULL, 0, 60000, NULL);
    }
    int left;
    for (CURLMsg *message; (message = curl.curl_multi_info_read(client->multi, &left)) != NULL;)
      if (message->msg == CURLMSG_DONE) result->code = message->data.result;
    result->is_interrupted = running && is_interrupted(client);
    curl_off_t sent = 0;
    curl.curl_easy_getinfo(client->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
    long size = 0;
    curl.curl_easy_getinfo(client->easy, CURLINFO_REQUEST_SIZE, &size);
    result->is_sent = size > 0 && sent >= (curl_off_t)request->body_size;
    curl.curl_easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &result->status);
    curl.curl_multi_remove_handle(client->multi, client->easy);
    curl.curl_easy_setopt(client->easy, CURLOPT_ERRORBUFFER, NULL);
  }
  atomic_store(&client->is_interrupted, 0);
  curl.curl_slist_free_all(list);
}
