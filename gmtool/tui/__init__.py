"""The screens: what the game master sees. They speak to `play.Table` and know no database."""
