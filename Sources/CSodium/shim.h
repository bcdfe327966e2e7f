/*
 * libsodium: the password hash, and what it needs to start.
 */
#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium/core.h>
#include <sodium/crypto_pwhash.h>

#endif
