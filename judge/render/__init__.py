"""Mails, maps and pictures from what a viewer may see."""
