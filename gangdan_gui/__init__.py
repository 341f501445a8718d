"""GangDan Desktop: documentation becomes searchable, citable knowledge on the teacher's own machine."""

__version__ = "0.1.0"
