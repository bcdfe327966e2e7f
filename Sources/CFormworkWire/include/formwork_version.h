/*
 * formwork_version.h - the version of the package and its programs.
 *
 * Programs print it for --version, the installation inserts it into the manual pages, and packages get
 * it from a program.
 */
#ifndef FORMWORK_VERSION_H
#define FORMWORK_VERSION_H

#define FORMWORK_VERSION "1.0.0"

#endif
