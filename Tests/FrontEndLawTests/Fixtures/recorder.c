/*
 * A front end that is another one, the file that RECORDED_FRONT_END names, and that appends each of its posts as a line
 * to the file that RECORD names: "EDIT name "Ann" 3". Of a secret, the line has the length alone.
 */
#include "formwork.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FORMWORK_ELF_NOTE;

enum { NODE_LIMIT = 1 << 16 };

static struct {
  const struct formwork_host *host;
  const struct formwork_front_end *front_end;
  FILE *record;
  char *names[NODE_LIMIT];
  uint32_t kinds[NODE_LIMIT];
} now;

static const struct formwork_message *next(void *context) {
  const struct formwork_message *message = now.host->next(context);
  if (message != NULL && message->kind == FORMWORK_INSERT && message->node < NODE_LIMIT) {
    free(now.names[message->node]);
    now.names[message->node] = strdup(message->text == NULL ? "" : message->text);
    now.kinds[message->node] = message->node_kind;
  }
  return message;
}

static const char *kind_of(const struct formwork_message *message) {
  static const char *const kinds[] = {
      "EDIT", "COMMIT", "CHOOSE", "ACTIVATE", "GO", "BACK", "WINDOW", "EDIT_OUTSIDE", "COMPLETE",
      "RELOAD", "QUIT", "SWITCH", "LOG", "RESET"};
  uint32_t index = message->kind - FORMWORK_EDIT;
  return index < sizeof kinds / sizeof *kinds ? kinds[index] : "?";
}

static void record_text(const struct formwork_message *message) {
  if ((message->flags & FORMWORK_HAS_TEXT) == 0) return;
  if (now.kinds[message->node % NODE_LIMIT] == FORMWORK_SECRET_FIELD) {
    fprintf(now.record, " (%d bytes)", (int)message->byte_count);
    return;
  }
  fputs(" \"", now.record);
  for (uint64_t i = 0; i < message->byte_count; i++) {
    if (message->text[i] == '\n') fputs("\\n", now.record);
    else fputc(message->text[i], now.record);
  }
  fputc('"', now.record);
}

static void post(void *context, const struct formwork_message *message) {
  fputs(kind_of(message), now.record);
  if (message->node != 0 && message->node < NODE_LIMIT) {
    fprintf(now.record, " %s", now.names[message->node] == NULL ? "?" : now.names[message->node]);
  }
  record_text(message);
  if (message->kind == FORMWORK_EDIT || message->kind == FORMWORK_COMPLETE) {
    fprintf(now.record, " %d", (int)message->number);
  }
  if (message->kind == FORMWORK_WINDOW) {
    fprintf(now.record, " %d %d", (int)message->number, (int)message->count);
  }
  if (message->kind == FORMWORK_CHOOSE) fputs(message->flags & FORMWORK_ON ? " on" : " off", now.record);
  if (message->flags & FORMWORK_NEXT) fputs(" next", now.record);
  if (message->flags & FORMWORK_PREVIOUS) fputs(" previous", now.record);
  if (message->flags & FORMWORK_SECTION) fputs(" section", now.record);
  if (message->flags & FORMWORK_INSIST) fputs(" insists", now.record);
  fputc('\n', now.record);
  fflush(now.record);
  now.host->post(context, message);
}

static int32_t run(const struct formwork_host *host) {
  static struct formwork_host own;
  memcpy(&own, host, host->size < sizeof own ? host->size : sizeof own);
  own.size = host->size < sizeof own ? host->size : sizeof own;
  own.next = next;
  own.post = post;
  now.host = host;
  const char *path = getenv("RECORD");
  now.record = path == NULL ? NULL : fopen(path, "a");
  if (now.record == NULL) return errno == 0 ? EINVAL : errno;
  int32_t result = now.front_end->run(&own);
  fclose(now.record);
  return result;
}

FORMWORK_EXPORT const struct formwork_front_end *formwork_front_end(
    uint32_t abi_major, uint32_t abi_minor) {
  static struct formwork_front_end own;
  if (now.front_end == NULL) {
    const char *path = getenv("RECORDED_FRONT_END");
    void *library = path == NULL ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return NULL;
    const struct formwork_front_end *(*entry)(uint32_t, uint32_t);
    *(void **)&entry = dlsym(library, FORMWORK_ENTRY);
    if (entry == NULL) return NULL;
    now.front_end = entry(abi_major, abi_minor);
    if (now.front_end == NULL) return NULL;
    memcpy(
        &own, now.front_end, now.front_end->size < sizeof own ? now.front_end->size : sizeof own);
    own.run = run;
  }
  return &own;
}
