"""Games that people play: the table, a server with a page for the browser, and the terminal."""
