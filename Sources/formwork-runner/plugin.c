#define _GNU_SOURCE
#include "runner.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef const struct formwork_front_end *entry_function(uint32_t abi_major, uint32_t abi_minor);

static int is_at(const char *path, const char *identity) {
  struct stat status;
  char text[4 * 21 + 1]; /* four numbers of at most 20 digits, with separators */
  if (lstat(path, &status) != 0) return 0;
  snprintf(text, sizeof text, "%ju:%ju:%jd:%ld", (uintmax_t)status.st_dev,
           (uintmax_t)status.st_ino, (intmax_t)status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
  return strcmp(text, identity) == 0;
}

static int is_text(const char *text) {
  if (text == NULL) return 0;
  size_t byte_count = strnlen(text, FORMWORK_WIRE_NAME_LIMIT + 1);
  return byte_count > 0 && byte_count <= FORMWORK_WIRE_NAME_LIMIT;
}

/* Returns the rule that a table violates, or 0. Reads nothing beyond the table's size. */
static enum formwork_wire_refusal fault_of(const struct formwork_front_end *table) {
  if (table == NULL) return FORMWORK_WIRE_DECLINED;
  if (table->size < sizeof *table) return FORMWORK_WIRE_TABLE_SIZE;
  if (table->abi_major != FORMWORK_ABI_MAJOR) return FORMWORK_WIRE_TABLE_MAJOR;
  if (table->run == NULL) return FORMWORK_WIRE_TABLE_RUN;
  if (!is_text(table->identifier) || !is_text(table->name) || !is_text(table->version)) {
    return FORMWORK_WIRE_TABLE_TEXT;
  }
  return 0;
}

/* Returns the loader's last error message, without the path at its beginning. */
static const char *explanation(const char *path) {
  const char *text = dlerror();
  if (text == NULL) return "";
  size_t byte_count = strlen(path);
  int is_of_path = strncmp(text, path, byte_count) == 0 && strncmp(text + byte_count, ": ", 2) == 0;
  return is_of_path ? text + byte_count + 2 : text;
}

const struct formwork_front_end *plugin_load(const char *file, const char *identity,
                                             struct plugin_refusal *refusal) {
  /* Through the open directory, because its path may lead elsewhere now. */
  const char *slash = strrchr(file, '/');
  char path[64 + NAME_MAX];
  int byte_count = snprintf(path, sizeof path, "/proc/self/fd/%d/%s", FORMWORK_WIRE_FOLDER,
                            slash == NULL ? file : slash + 1);
  *refusal = (struct plugin_refusal){.reason = FORMWORK_WIRE_CHANGED, .text = ""};
  if ((size_t)byte_count >= sizeof path) return NULL;
  int directory = -1;
  if (access("/proc/self/fd", F_OK) != 0) {
    /* Without /proc: load from inside that directory. */
    directory = open(".", O_PATH | O_CLOEXEC);
    if (fchdir(FORMWORK_WIRE_FOLDER) != 0) return close(directory), NULL;
    snprintf(path, sizeof path, "./%s", slash == NULL ? file : slash + 1);
  }
  int was_there = is_at(path, identity);
  void *library = was_there ? dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) : NULL;
  int is_there = is_at(path, identity);
  if (directory >= 0) {
    (void)!fchdir(directory);
    close(directory);
  }
  if (!was_there) return NULL;
  if (library == NULL) {
    refusal->reason = FORMWORK_WIRE_NOT_LOADABLE;
    refusal->text = explanation(path);
    return NULL;
  }
  if (!is_there) return NULL;

  /* POSIX stores addresses of functions in void pointers, which C cannot cast. */
  void *address = dlsym(library, FORMWORK_ENTRY);
  entry_function *entry;
  _Static_assert(sizeof entry == sizeof address, "functions have addresses of their own");
  memcpy(&entry, &address, sizeof entry);
  refusal->reason = FORMWORK_WIRE_NO_ENTRY;
  if (entry == NULL) return NULL;
  const struct formwork_front_end *table = entry(FORMWORK_ABI_MAJOR, FORMWORK_ABI_MINOR);
  refusal->reason = fault_of(table);
  return refusal->reason == 0 ? table : NULL;
}
