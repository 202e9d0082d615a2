"""Campaign files: SQLModel on SQLite, one file a campaign. What the first frame needs is read through the standard `sqlite3`."""
