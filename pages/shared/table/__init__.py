"""The reader's table: where it comes from, how it is read, what is clustered, and how many clusters."""
