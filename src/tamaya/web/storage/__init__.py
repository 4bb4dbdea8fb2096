"""The database of games: tables, migrations, and a store that writes in batches."""
