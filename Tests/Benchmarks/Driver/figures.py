"""Figures: the results, their baselines, and their targets."""
import statistics
from dataclasses import asdict, dataclass


@dataclass
class Figure:
    """A row of the report. `target` is for the value, or for the ratio to the baseline."""
    group: str
    name: str
    unit: str
    value: float
    low: float
    high: float
    runs: int
    baseline: str | None = None
    baseline_value: float | None = None
    ratio: float | None = None
    target: str | None = None
    is_met: bool | None = None

    def row(self):
        return asdict(self)


class Report:
    """All figures of a run, and the skipped ones."""

    def __init__(self):
        self.figures, self.skipped = [], []

    def add(self, group, name, unit, values, baseline=None, target=None):
        """Adds the median of some values.

        The baseline is a name and values; the target a text, and what the figure has to satisfy.
        """
        figure = Figure(group, name, unit, statistics.median(values), min(values), max(values),
                        len(values))
        if baseline and baseline[1]:
            figure.baseline, figure.baseline_value = baseline[0], statistics.median(baseline[1])
            if figure.baseline_value:
                figure.ratio = figure.value / figure.baseline_value
        if target:
            figure.target, holds = target
            figure.is_met = bool(holds(figure))
        self.figures.append(figure)
        print(self.line(figure), flush=True)
        return figure

    def skip(self, what, why):
        self.skipped.append({"name": what, "why": why})
        print(f"{what}: skipped: {why}", flush=True)

    @staticmethod
    def line(figure):
        spread = f"{number(figure.low)} to {number(figure.high)}"
        line = f"{figure.group:<9} {figure.name:<50} {number(figure.value):>9} {figure.unit:<12}"
        line += f" {spread:<22}"
        if figure.baseline:
            beside = f"{figure.baseline} {number(figure.baseline_value)}"
            line += f" {beside:<34}"
            line += f" x {number(figure.ratio)}" if figure.ratio is not None else ""
        if figure.target:
            line += f"  [{figure.target}: {'met' if figure.is_met else 'MISSED'}]"
        return line.rstrip()


def number(value):
    """Formats a number with three significant digits."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def ratio(target):
    """The maximum ratio to the baseline."""
    return f"at most {target:g} times", lambda figure: (figure.ratio or 0) <= target


def share(target):
    """The minimum ratio to the baseline."""
    return f"at least {target:g} times", lambda figure: (figure.ratio or 0) >= target


def most(target, unit=""):
    """The maximum value."""
    return f"at most {target:g}{unit}", lambda figure: figure.value <= target


def least(target, unit=""):
    """The minimum value."""
    return f"at least {target:,g}{unit}", lambda figure: figure.value >= target
