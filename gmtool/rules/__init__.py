"""The rules of the games: pure functions of a position, a step and dice. No screen, file, clock or chance in here."""
