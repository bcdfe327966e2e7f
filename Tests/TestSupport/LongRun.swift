import Glibc

/// Whether this is a run of `Scripts/test --long`, which repeats more and leaves nothing out.
package let isLongRun = getenv("FORMWORK_TEST_LONG") != nil
