/*
 * formwork_version.h - the version of the package, which its programs have in common.
 *
 * The one place of it: programs print it for --version, the manual pages get it where they are installed,
 * and a package asks a program.
 */
#ifndef FORMWORK_VERSION_H
#define FORMWORK_VERSION_H

#define FORMWORK_VERSION "1.0.0"

#endif
