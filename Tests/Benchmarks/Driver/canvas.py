"""The canvas: the costs of one more character of a form on terminals of any size."""
from core import lines
from figures import most, ratio

SIZES = ((80, 24), (200, 50))


def measure(bench, report):
    program = bench.built / "CanvasBenchmark"
    for work, title in (("typed", "a typed character"), ("afresh", "all put again")):
        first = None
        for columns, rows in SIZES:
            found = lines([program, work, str(columns), str(rows), "20000", "7"])
            times = [line["nanoseconds"] / 1000 for line in found]
            name = f"{title}, {columns} x {rows}"
            is_flat = first and work == "typed"
            report.add("canvas", name, "us", times, first, ratio(1.5) if is_flat else None)
            report.add("canvas", name, "bytes", [line["bytes"] for line in found],
                       target=most(1, " byte"))
            first = first or (f"{columns} x {rows}", times)
