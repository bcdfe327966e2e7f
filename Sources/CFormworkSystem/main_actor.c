#define _GNU_SOURCE
#include <stddef.h>
#include <unistd.h>

#include "CFormworkSystem.h"

/* Swift calls this where a task is to go on on the main actor. Source: the header of its runtime,
   swift/Runtime/Concurrency.h. Weak: a program without tasks has none. */
typedef __attribute__((swiftcall)) void enqueue(void *job);
typedef __attribute__((swiftcall)) void enqueue_hook(void *job, enqueue *original);
extern enqueue_hook *swift_task_enqueueMainExecutor_hook __attribute__((weak));

static enqueue_hook *earlier;
static void (*tell)(void *watch);
static _Thread_local void *current;

static __attribute__((swiftcall)) void tell_and_enqueue(void *job, enqueue *original) {
  void *watch = current;
  if (watch != NULL) tell(watch);
  if (earlier != NULL)
    earlier(job, original);
  else
    original(job);
}

void fws_watch_main_actor(void (*asked)(void *watch)) {
  /* Several threads may come here at once: each would write the same. */
  if (__atomic_load_n(&tell, __ATOMIC_ACQUIRE) != NULL) return;
  if (&swift_task_enqueueMainExecutor_hook == NULL) return;
  static int is_taken;
  if (__atomic_exchange_n(&is_taken, 1, __ATOMIC_ACQ_REL)) return;
  earlier = swift_task_enqueueMainExecutor_hook;
  __atomic_store_n(&tell, asked, __ATOMIC_RELEASE);
  swift_task_enqueueMainExecutor_hook = tell_and_enqueue;
}

void fws_set_main_actor_watch(void *watch) { current = watch; }

int fws_is_main_thread(void) { return gettid() == getpid(); }
