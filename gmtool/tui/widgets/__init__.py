"""Reusable widgets: each shows one thing."""
