/* Keeps to itself what is typed. */
#define POSTS_EDITS 0
#define COMMITS_TEXT 0
#include "front_end.h"
