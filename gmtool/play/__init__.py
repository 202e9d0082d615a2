"""The table: what screens and commands talk to. Dice of chance, the clock, settings and places live here too."""
