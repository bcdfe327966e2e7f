// What tests of the package share with those of others.
@_exported public import FormworkTesting
