"""Variants as folders of data."""
