"""Red-black trees: insert as Okasaki does it, delete as Kahrs does it."""
