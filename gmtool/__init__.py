"""gmtool: a full-screen terminal campaign manager for game masters who run live tabletop sessions."""

__version__ = "0.1.0"
