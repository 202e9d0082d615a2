"""One folder a game. A game is found by its folder's name; the games never import one another."""
