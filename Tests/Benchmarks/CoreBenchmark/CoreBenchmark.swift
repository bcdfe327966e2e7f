import CAllocations
import Glibc

/// Measures the work of the core for one event.
///
/// Usage: `CoreBenchmark WORK FIELDS EVENTS RUNS`. The values of `WORK` are
///
/// - `edit`: edits that change the status of random fields, with their changes;
/// - `list`: the same in the items of a list, with one field each;
/// - `enter`: Enter after such an edit, with drafts, and the move to the next field;
/// - `enterList`: the same in the items of a list;
/// - `add`: a new item at the end of a list of `FIELDS` items, with drafts;
/// - `reload`: the edits of random fields by ``ReloadViews``;
/// - `refresh`: a reload of `FIELDS` rows, with one added, removed, moved and changed row each;
/// - `open`: the creation of the form, with all its fields in one row;
/// - `machine`: transitions of one field's machine, for any number of fields.
///
/// Prints a line of JSON for each run after the first, for `Scripts/bench`.
@main
struct CoreBenchmark {
  private struct Measurement {
    let elapsed: Duration
    let allocationCount: UInt64
    let changeCount: Int
  }

  static func main() {
    let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else { usage() }
    let (fieldCount, eventCount, runCount) = (numbers[0], numbers[1], numbers[2])
    let measure: () -> Measurement
    switch CommandLine.arguments[1] {
    case "edit":
      let form = LoadedForm(fieldCount: fieldCount)
      measure = { each(eventCount, prepare: form.goSomewhere) { measuredEdit(form) } }
    case "list":
      let form = LoadedForm(itemCount: fieldCount)
      measure = { each(eventCount, prepare: form.goSomewhere) { measuredEdit(form) } }
    case "enter", "enterList":
      let isList = CommandLine.arguments[1] == "enterList"
      let form = isList ? LoadedForm(itemCount: fieldCount) : LoadedForm(fieldCount: fieldCount)
      form.keepDrafts()
      let prepare = {
        form.goSomewhere()
        _ = form.edit()
      }
      measure = { each(eventCount, prepare: prepare) { measuredEnter(form) } }
    case "add":
      let form = LoadedForm(itemCount: fieldCount)
      form.keepDrafts()
      measure = { each(eventCount, prepare: form.goToList) { measuredAdd(form) } }
    case "reload":
      let views = ReloadViews(count: fieldCount)
      var typist = Typist(fieldCount: fieldCount)
      var edit = typist.next()
      measure = {
        each(eventCount, prepare: { edit = typist.next() }) { measuredReload(views, edit) }
      }
    case "refresh":
      let list = RefreshedList(rowCount: fieldCount)
      measure = { each(eventCount, prepare: {}) { measuredRefresh(list) } }
    case "open":
      measure = { each(eventCount, prepare: {}) { measuredOpen(fieldCount) } }
    case "machine":
      measure = { each(1, prepare: {}) { MachineRun.transitions(eventCount) } }
    default: usage()
    }
    for run in 0...runCount {
      let measurement = measure()
      if run > 0 { report(measurement, eventCount: eventCount) }
    }
  }

  private static func usage() -> Never {
    print(
      "usage: CoreBenchmark edit|list|enter|enterList|add|reload|refresh|open|machine FIELDS EVENTS RUNS"
    )
    exit(2)
  }

  /// Measures events, but not the preparation of each.
  private static func each(
    _ count: Int, prepare: () -> Void, _ event: () -> Int
  ) -> Measurement {
    let clock = ContinuousClock()
    var elapsed = Duration.zero
    var allocationCount: UInt64 = 0
    var changeCount = 0
    for _ in 0..<count {
      prepare()
      let allocationsBefore = allocation_count()
      let start = clock.now
      changeCount += event()
      elapsed += start.duration(to: clock.now)
      allocationCount += allocation_count() - allocationsBefore
    }
    return Measurement(
      elapsed: elapsed, allocationCount: allocationCount, changeCount: changeCount)
  }

  private static func report(_ measurement: Measurement, eventCount: Int) {
    let nanoseconds = measurement.elapsed / .nanoseconds(1) / Double(eventCount)
    print(
      "{\"nanoseconds\": \(nanoseconds), \"events\": \(eventCount), "
        + "\"allocations\": \(measurement.allocationCount), "
        + "\"changes\": \(measurement.changeCount), \"bytes\": \(allocated_byte_count())}")
  }
}

// Callgrind counts these functions, which it finds by name.

/// Creates the form and its first changes.
@inline(never)
private func measuredOpen(_ fieldCount: Int) -> Int {
  LoadedForm(fieldCount: fieldCount, groupSize: fieldCount).changeCount
}

/// Applies an edit and takes its changes.
@inline(never)
private func measuredEdit(_ form: LoadedForm) -> Int { form.edit() }

/// Commits, and moves to the next field.
@inline(never)
private func measuredEnter(_ form: LoadedForm) -> Int { form.enter() }

/// Adds an item and takes its changes.
@inline(never)
private func measuredAdd(_ form: LoadedForm) -> Int { form.add() }

/// Loads a list and takes its changes.
@inline(never)
private func measuredRefresh(_ list: RefreshedList) -> Int { list.refresh() }

/// Applies an edit to the baseline.
@inline(never)
private func measuredReload(_ views: ReloadViews, _ edit: Typist.Edit) -> Int {
  views.edit(edit.field, edit.text).count
}
