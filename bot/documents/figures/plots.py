"""pygal's kinds of charts, without what importing pygal does to everybody's imports: it appends a finder of plug-ins
that Python 3.11 warns of at every module nobody finds."""

import sys

import pygal
from pygal.style import Style

sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "PluginImportFixer"]

Bar, HorizontalBar, StackedBar = pygal.Bar, pygal.HorizontalBar, pygal.StackedBar
Line, Pie, XY = pygal.Line, pygal.Pie, pygal.XY

__all__ = ["XY", "Bar", "HorizontalBar", "Line", "Pie", "StackedBar", "Style"]
