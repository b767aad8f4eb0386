"""The board game itself: positions and orders in, outcomes out.

Pure: standard library only, no clock, no chance, no files.
"""
