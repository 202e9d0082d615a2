"""One module a screen or dialog."""
