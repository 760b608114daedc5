"""Tests of Hypothesis driven by our search: a back end for it, and what chooses that under pytest."""
