#include "postgresql_client.h"

#include <CFormworkSystem.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct postgresql_client client;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  fws_keep_openssl(library);
#define LOAD(name)                                                \
  client.name = (__typeof__(&name))dlsym(library, #name); \
  if (client.name == NULL) return;
  POSTGRESQL_CLIENT_FUNCTIONS(LOAD)
  is_loaded = 1;
}

const struct postgresql_client *postgresql_client_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &client : NULL;
}
