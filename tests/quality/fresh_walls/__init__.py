"""Functions like those in `walls`, kept apart from them: the search is measured on these, and not improved on them."""
