"""Games in a database: the tables, their migrations, and a store that writes in batches."""
