"""Small realistic functions, each with one line (marked `wall`) that inputs drawn from the hints alone seldom reach."""
