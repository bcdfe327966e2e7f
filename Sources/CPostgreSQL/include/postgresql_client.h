/// The functions of libpq that a store uses, which are loaded when the first store needs them.
///
/// A program that is linked to libpq would load some twenty libraries at each start, and take twice as long.

#ifndef POSTGRESQL_CLIENT_H
#define POSTGRESQL_CLIENT_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#define POSTGRESQL_CLIENT_FUNCTIONS(FUNCTION) \
  FUNCTION(PQcancel)                          \
  FUNCTION(PQclear)                           \
  FUNCTION(PQcmdTuples)                       \
  FUNCTION(PQconnectPoll)                     \
  FUNCTION(PQconnectStartParams)              \
  FUNCTION(PQconninfoFree)                    \
  FUNCTION(PQconninfoParse)                   \
  FUNCTION(PQconnectionNeedsPassword)         \
  FUNCTION(PQconnectionUsedPassword)          \
  FUNCTION(PQconsumeInput)                    \
  FUNCTION(PQenterPipelineMode)               \
  FUNCTION(PQerrorMessage)                    \
  FUNCTION(PQexitPipelineMode)                \
  FUNCTION(PQfinish)                          \
  FUNCTION(PQflush)                           \
  FUNCTION(PQfreeCancel)                      \
  FUNCTION(PQfreemem)                         \
  FUNCTION(PQgetCancel)                       \
  FUNCTION(PQgetResult)                       \
  FUNCTION(PQgetisnull)                       \
  FUNCTION(PQgetlength)                       \
  FUNCTION(PQgetvalue)                        \
  FUNCTION(PQisBusy)                          \
  FUNCTION(PQnotifies)                        \
  FUNCTION(PQntuples)                         \
  FUNCTION(PQparameterStatus)                 \
  FUNCTION(PQpipelineSync)                    \
  FUNCTION(PQresultErrorField)                \
  FUNCTION(PQresultStatus)                    \
  FUNCTION(PQsendFlushRequest)                \
  FUNCTION(PQsendPrepare)                     \
  FUNCTION(PQsendQuery)                       \
  FUNCTION(PQsendQueryPrepared)               \
  FUNCTION(PQsetNoticeProcessor)              \
  FUNCTION(PQsetnonblocking)                  \
  FUNCTION(PQsocket)                          \
  FUNCTION(PQstatus)

/// The functions by their names.
struct postgresql_client {
#define POSTGRESQL_CLIENT_MEMBER(name) __typeof__(&name) name;
  POSTGRESQL_CLIENT_FUNCTIONS(POSTGRESQL_CLIENT_MEMBER)
#undef POSTGRESQL_CLIENT_MEMBER
};

/// Loads the functions, from any thread; returns NULL without the library, or with one that is too old.
const struct postgresql_client *postgresql_client_load(void);

/// The fields of an error: Swift sees no macros whose values are characters.
static const int postgresql_client_sqlstate = PG_DIAG_SQLSTATE;
static const int postgresql_client_message = PG_DIAG_MESSAGE_PRIMARY;

#endif
