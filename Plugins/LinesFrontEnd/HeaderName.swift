import FormworkVocabulary

/// The names of formwork.h without their prefixes and in lower case, by their numbers.
enum HeaderName {
  /// The kinds of nodes; one of a later version is `unknown`.
  static let kinds = [
    "unknown", "screen", "group", "text_field", "secret_field", "text_area", "toggle", "choice",
    "choices", "option", "button", "note", "notice", "alert", "progress", "list", "row", "column",
  ]

  static let properties = [
    "", "label", "detail", "placeholder", "value", "cursor", "status", "explanation", "required",
    "enabled", "busy", "selected", "fraction", "layout", "format", "role", "row_count",
    "first_row", "cells", "order", "align", "extent", "completes", "answered", "total", "lasting",
  ]

  static let refusals = [
    "none", "stale", "not_seen", "no_node", "not_now", "no_text", "blocked",
  ]

  static let reasons = ["none", "done", "switched", "edit_outside", "signal"]

  /// The names of the values of those properties whose numbers are an enumeration.
  static let values: [Property: [String]] = [
    .status: [
      "none", "incomplete", "invalid", "waiting", "checking", "refused", "unverified", "valid",
      "loading", "failed", "submitting", "done",
    ],
    .format: [
      "plain", "email", "whole_number", "decimal", "date", "time", "date_and_time", "web_address",
    ],
    .role: [
      "none", "submit", "cancel", "decline", "destroy", "add", "remove", "up", "down",
    ],
    .layout: ["table", "grid"],
    .order: ["sortable", "ascending", "descending"],
    .align: ["start", "center", "end"],
  ]
}
