"""The words of the project as code, and the loop that joins them; knows no domain and does no I/O."""
