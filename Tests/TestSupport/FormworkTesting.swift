// Tools that tests of other packages can use as well.
@_exported public import FormworkTesting
// Tools that the checker of front ends uses as well.
@_exported public import FormworkTools
