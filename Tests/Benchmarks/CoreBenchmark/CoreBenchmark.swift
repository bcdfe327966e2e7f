import CAllocations
import Glibc

/// Measures what the core does for one event.
///
/// Usage: `CoreBenchmark WORK FIELDS EVENTS RUNS`. The work is
///
/// - `edit`: texts that change the status of random fields, and the changes that come of each;
/// - `list`: the same in the items of a list, which have one field each;
/// - `enter`: Enter behind such a text, where what was entered is kept, and the way to the next field;
/// - `enterList`: the same in the items of a list;
/// - `add`: one more item at the end of a list of so many, where what was entered is kept;
/// - `reload`: the edits of random fields by ``ReloadViews``;
/// - `refresh`: a list of so many rows that is loaded anew: one row is new, one gone, one moved and one changed;
/// - `open`: the making of the form, with all its fields in one row;
/// - `machine`: transitions of one field's machine, whatever the number of fields.
///
/// Prints a line of JSON for each run, after one that is not measured. `Scripts/bench` reads them.
@main
struct CoreBenchmark {
  /// What was measured of one run.
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

  /// Measures some events, and not what comes before each.
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

// Callgrind counts what is in these alone, by their names.

/// The form, from nothing to its first changes.
@inline(never)
private func measuredOpen(_ fieldCount: Int) -> Int {
  LoadedForm(fieldCount: fieldCount, groupSize: fieldCount).changeCount
}

/// One edit, from the event to the changes.
@inline(never)
private func measuredEdit(_ form: LoadedForm) -> Int { form.edit() }

/// One commit, and the way to the next field.
@inline(never)
private func measuredEnter(_ form: LoadedForm) -> Int { form.enter() }

/// One more item, from the event to the changes.
@inline(never)
private func measuredAdd(_ form: LoadedForm) -> Int { form.add() }

/// One load of a list, from its beginning to the changes.
@inline(never)
private func measuredRefresh(_ list: RefreshedList) -> Int { list.refresh() }

/// One edit by the baseline.
@inline(never)
private func measuredReload(_ views: ReloadViews, _ edit: Typist.Edit) -> Int {
  views.edit(edit.field, edit.text).count
}
