// Tools that tests of other packages can use as well.
@_exported public import FormworkTesting
