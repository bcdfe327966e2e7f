/*
 * A front end that draws nothing. Definitions on the command line make it break one rule each:
 *
 *   NAME, NOTE_MAJOR, NOTE_MINOR    its name and version
 *   WITHOUT_NOTE, SECOND_MAJOR      no note; a second note, of that version
 *   ENTRY_AS_DATA, ENTRY_HIDDEN, ENTRY_UNDEFINED, WITHOUT_ENTRY, DECLINES
 *   TEXT_RELOCATION, MISSING_SYMBOL relocations in code; a symbol that does not exist
 *   MARKER                          a file that is created when any of its code runs
 *   CHANGES                         a file whose ctime changes when any of its code runs
 *   PROGRAM                         a program
 */
#include "formwork.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef NAME
#define NAME "specimen"
#endif
#ifndef NOTE_MAJOR
#define NOTE_MAJOR 1
#endif
#ifndef NOTE_MINOR
#define NOTE_MINOR FORMWORK_ABI_MINOR
#endif

struct note {
  uint32_t name_size, content_size, type;
  char name[12];
  uint32_t major, minor;
};
#define NOTE(label, major, minor)                                                       \
  __attribute__((section(".note.formwork"), used, aligned(4))) static const struct note \
  label = {9, 8, FORMWORK_NOTE_TYPE, FORMWORK_NOTE_NAME, major, minor}

#ifndef WITHOUT_NOTE
NOTE(note, NOTE_MAJOR, NOTE_MINOR);
#endif
#ifdef SECOND_MAJOR
NOTE(second_note, SECOND_MAJOR, FORMWORK_ABI_MINOR);
#endif

#ifdef MARKER
__attribute__((constructor)) static void mark(void) {
  close(open(MARKER, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}
#endif

#ifdef CHANGES
__attribute__((constructor)) static void change(void) { chmod(CHANGES, 0700); }
#endif

#ifdef MISSING_SYMBOL
void formwork_missing_symbol(void);
void call_missing_symbol(void) { formwork_missing_symbol(); }
#endif

#ifdef TEXT_RELOCATION
int moved;
__asm__(".pushsection .text\n.balign 8\n.quad moved\n.popsection");
#endif

#ifdef PROGRAM
int main(void) { return 0; }
#endif

#if defined ENTRY_AS_DATA
const int formwork_front_end_data __asm__("formwork_front_end") = 1;
#elif defined ENTRY_UNDEFINED
const void *call_entry(void) { return formwork_front_end(1, 0); }
#elif !defined WITHOUT_ENTRY
static int32_t run(const struct formwork_host *host) { return host == NULL ? 7 : 0; }

static const struct formwork_front_end table = {
    .size = sizeof table,
    .abi_major = FORMWORK_ABI_MAJOR,
    .abi_minor = FORMWORK_ABI_MINOR,
    .needs = FORMWORK_NEEDS_TERMINAL,
    .identifier = NAME,
    .name = "Specimen",
    .version = "2.1",
    .run = run,
};

#ifdef ENTRY_HIDDEN
__asm__(".hidden formwork_front_end");
#endif
FORMWORK_EXPORT const struct formwork_front_end *
formwork_front_end(uint32_t abi_major, uint32_t abi_minor) {
  (void)abi_minor;
#ifdef DECLINES
  return NULL;
#endif
  return abi_major == FORMWORK_ABI_MAJOR ? &table : NULL;
}
#endif
