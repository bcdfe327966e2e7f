/*
 * libsodium: its initialisation, the password hash, and the keyed hash of short texts.
 */
#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium/core.h>
#include <sodium/crypto_pwhash.h>
#include <sodium/crypto_shorthash.h>

#endif
