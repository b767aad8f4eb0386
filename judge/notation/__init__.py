"""Text and orders: lenient reading, canonical writing. Pure."""
